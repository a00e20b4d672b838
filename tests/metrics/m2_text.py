"""Gold edits as the text of an M2 file."""

from metrics.references.edits import Gold


def m2_text(gold: Gold) -> str:
    blocks = []
    for sentence in gold.sentences:
        lines = [f"S {sentence.source}"]
        for one in sentence.annotations:
            end = f"|||{one.annotator}"
            lines += [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-{end}"] * one.noop
            for edit in one.edits:
                several = len(edit.corrections) > 1
                texts = "||".join(text or "-NONE-" * several for text in edit.corrections)
                fields = (edit.type, texts, edit.required, edit.comment)
                lines.append(f"A {edit.start} {edit.end}|||{'|||'.join(fields)}{end}")
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)
