// How search.html orders what it finds: guides first, then their details, what was made from code, and changes last.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, , , , score]) =>
    score - (page === "changes" ? 4 : page.startsWith("reference-") ? 2 : /-(in-detail|fields|calls)$/.test(page) ? 1 : 0),
};
