"""Dimensions: what a text is about, facet by facet, by rules and small models; pure but for the models passed in."""
