"""Claims by the structure of a sentence: classes of verbs and nouns in the places of a frame, whatever the wording."""
