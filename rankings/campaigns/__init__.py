"""What campaign managers do: upload, preview, sample, invite, open and close."""
