"""MAEGE: how well metrics order partly corrected sentences, whose order is known without any judge.

Source: Choshen and Abend (2018), "Automatic metric validation for grammatical error correction". Applying the
gold edits of a sentence one after the other gives a chain of texts of which each is better than the one
before. `experiment` is the whole; `lattice` makes the texts, `sampling` draws them, `scoring` scores them,
`analyses` compares scores with what is known.
"""
