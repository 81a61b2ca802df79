"""Typed tables as files: what is proposed, what people edit, what no longer fits."""
