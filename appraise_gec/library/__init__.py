"""The front door for notebooks and scripts: files or data frames in, results that show themselves out.

`from appraise_gec import rank` and its neighbours lead here (docs/library.md). Names and arguments keep their
meaning from version to version; the change log announces every change. Without Django, settings or database.
"""
