"""Arabic times as Arabic dates have them, day before month. Django would write them as in English."""

DATETIME_FORMAT = "j F Y، H:i"
SHORT_DATETIME_FORMAT = "d\u200f/m\u200f/Y H:i"
