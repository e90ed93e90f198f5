"""The lab: experiments, and what they say with how much certainty."""
