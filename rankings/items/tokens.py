"""What a token is: words of text, and the direction in which it is written."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal, cast, get_args

import regex

Direction = Literal["ltr", "rtl"]

# ISO 15924 and BCP 47. Where the language is written in several scripts, its code may name the script.
_RTL_SCRIPT = re.compile("adlm|arab|aran|hebr|mand|mend|nkoo|rohg|samr|syrc|thaa|yezi")
_RTL_LANGUAGE = re.compile(
    "ar|arc|ars|ary|arz|azb|bcc|bgn|bqi|ckb|dv|fa|glk|he|iw|ji|khw|ks|lrc|mzn|nqo|pnb|prs|ps|rhg"
    "|sd|sdh|skr|syr|ug|ur|yi"
)
# For these the text decides: both directions are usual, or the code does not name the language.
_EITHER = re.compile("|az|bal|ha|kk|ku|ky|mis|ms|mul|pa|tg|tk|und|uz|zxx")


def direction_of_language(code: str) -> Direction | None:
    """The direction in which a language is written, by a code such as "ar" or "az-Arab".

    None where the code is empty or leaves it open.
    """
    language, *subtags = code.strip().lower().replace("_", "-").split("-")
    script = next((subtag for subtag in subtags if len(subtag) == 4 and subtag.isalpha()), "")
    if script:
        return "rtl" if _RTL_SCRIPT.fullmatch(script) else "ltr"
    if _EITHER.fullmatch(language):
        return None
    return "rtl" if _RTL_LANGUAGE.fullmatch(language) else "ltr"


def direction_of_text(text: str) -> Direction:
    """The direction of the first character that has one, as browsers find it for `dir="auto"`."""
    for character in text:
        match unicodedata.bidirectional(character):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return "ltr"


def reading_direction(chosen: str, language: str, text: str) -> Direction:
    """The direction for `text`: the one chosen, else that of the language, else that of the text itself."""
    if chosen in get_args(Direction):
        return cast("Direction", chosen)
    return direction_of_language(language) or direction_of_text(text)


Tokenization = Literal["auto", "words", "characters", "spaces"]
TOKENIZATIONS: tuple[str, ...] = get_args(Tokenization)

# Scripts written without spaces between words: a character is the unit that readers can check.
_UNSPACED = (
    r"\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}"
    r"\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Tham}\p{Script=Tibetan}"
)
_HAS_UNSPACED = regex.compile(f"[{_UNSPACED}]")
_GRAPHEME = regex.compile(r"\X")
_WORD_BREAK = regex.compile(r"\b", flags=regex.WORD | regex.VERSION1)
# Whitespace that a mark combines with is part of a visible character, and stays in its token.
_GAP = regex.compile(r"((?:\s(?![\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=ZWJ}])(?<!\p{GCB=Prepend}\s))+)")
_STOP_ALONE = regex.compile(r"(?<!\S)[.,](?!\S)")
_STOP_ATTACHED = regex.compile(r"(?<=[\p{L}\p{N}])[.,](?!\S)")
_MARK_ALONE = regex.compile(r"(?<!\S)[?!;:](?!\S)")
_MARK_ATTACHED = regex.compile(r"(?<=[\p{L}\p{N}])[?!;:](?!\S)")


@dataclass(frozen=True, slots=True)
class Token:
    """A token and the whitespace that follows it. `text + space` of all tokens is the text again."""

    text: str
    space: str = ""


def tokenize(text: str, tokenization: Tokenization = "auto") -> list[Token]:
    """Cut `text`, without the whitespace around it, into tokens that join to exactly the same text again.

    "spaces" cuts at whitespace only, for text that is tokenised already. "words" cuts at Unicode word
    boundaries (UAX 29), which sets punctuation apart, and cuts scripts without spaces (Chinese, Japanese,
    Thai and others) into characters. "characters" makes every visible character (grapheme) a token. "auto"
    is "spaces" where `looks_tokenized`, and "words" otherwise. No token ends inside of a grapheme.

    Raises:
        ValueError: for another tokenization.
    """
    if tokenization not in TOKENIZATIONS:
        raise ValueError(f"unknown tokenization {tokenization!r}; expected one of {', '.join(TOKENIZATIONS)}")
    if tokenization == "auto":
        tokenization = "spaces" if looks_tokenized(text) else "words"
    tokens = []
    for chunk, space in _chunks(text.strip()):
        pieces = [chunk] if tokenization == "spaces" else _pieces(chunk, tokenization)
        tokens += [Token(piece) for piece in pieces[:-1]]
        tokens.append(Token(pieces[-1], space))
    return tokens


def pair_tokenization(source: str, output: str) -> Tokenization:
    """The one tokenization for a source and its output: only then do unchanged words compare as equal.

    "spaces" needs a source that looks tokenised and an output that does not look otherwise.
    """
    return "spaces" if looks_tokenized(source) and not _looks_untokenized(output) else "words"


def looks_tokenized(text: str) -> bool:
    """Whether punctuation stands apart from words, as in most data of this field ("Yes , it is .").

    Judged by full stops and commas, of which more must stand alone than end a word; where there are none, by
    the other marks, which some languages set apart in ordinary text too.
    """
    alone, attached = len(_STOP_ALONE.findall(text)), len(_STOP_ATTACHED.findall(text))
    if alone or attached:
        return alone > attached
    return bool(_MARK_ALONE.search(text)) and not _MARK_ATTACHED.search(text)


def _looks_untokenized(text: str) -> bool:
    alone, attached = len(_STOP_ALONE.findall(text)), len(_STOP_ATTACHED.findall(text))
    return attached > alone or (alone == 0 and bool(_MARK_ATTACHED.search(text)))


def _chunks(text: str) -> list[tuple[str, str]]:
    """Runs of characters other than whitespace, each with the whitespace after it."""
    if not text:
        return []
    parts = _GAP.split(text)
    return list(zip(parts[0::2], [*parts[1::2], ""], strict=True))


def _pieces(chunk: str, tokenization: Tokenization) -> list[str]:
    if chunk.isascii() and chunk.isalnum() and tokenization == "words":
        return [chunk]
    graphemes = _GRAPHEME.findall(chunk)
    if tokenization == "characters":
        return graphemes
    breaks = {match.start() for match in _WORD_BREAK.finditer(chunk)}
    pieces: list[str] = []
    position = 0
    after_unspaced = False
    for grapheme in graphemes:
        unspaced = bool(_HAS_UNSPACED.match(grapheme))
        if not pieces or unspaced or after_unspaced or position in breaks:
            pieces.append(grapheme)
        else:
            pieces[-1] += grapheme
        after_unspaced = unspaced
        position += len(grapheme)
    return pieces
