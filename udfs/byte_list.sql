if(
    text rlike r'^\[(?:-?[0-9]{1,3}(?:, *+-?[0-9]{1,3})*+)?\]\z'
    and forall(from_json(text, 'array<int>'), n -> n between -128 and 255),
    unhex(array_join(transform(from_json(text, 'array<int>'), n -> lpad(hex(n & 255), 2, '0')), '')),
    null
)
