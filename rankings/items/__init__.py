"""From outputs to items: collapse identical outputs, sample sentences, mark edits. Without Django."""
