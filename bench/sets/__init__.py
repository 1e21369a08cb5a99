"""The sets that quality is measured on: what is said, what is asked, and what should be found."""
