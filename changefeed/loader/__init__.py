"""Landing: capture files, topics and dumps become messages. Nothing here parses an envelope."""
