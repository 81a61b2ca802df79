if(decode(encode(text, 'ISO-8859-1'), 'ISO-8859-1') = text, encode(text, 'ISO-8859-1'), null)
