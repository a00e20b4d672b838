"""The papers, each with its exhibits."""

from appraise_gec.reproduction.papers import choshen2018, felice2015, grundkiewicz2015, ng2014

PAPERS = (grundkiewicz2015.PAPER, ng2014.PAPER, felice2015.PAPER, choshen2018.PAPER)
