"""Arabic times as Arabic dates have them, day before month. Django would write them as in English."""

DATETIME_FORMAT = "j F Y، H:i"
