"""Claims: atomic statements about the user and the people around them, found by rules, with the span they rest on."""
