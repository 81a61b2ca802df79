"""What looks and changes nothing: status, metrics, queries, doctor, previews of messages."""
