"""Recipes derived from titles, for cards that bring none.

The title's words are looked up among the motifs and in the lists below: things, how many and how large they are, how one
stands to the other, the place, the weather, the light. What a title leaves open is drawn by lot from the title, so that
the same card always has the same picture, and two cards rarely have one alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from render.illustration.motifs import motifs
from render.illustration.recipe import LONGEST, Light, Noun, Recipe, Subject, motif_of, written

MOST_WORDS = 24
"""How many words of a title are looked at; the lot is drawn from all of it."""
MOST_MOTIFS = 3
"""How many things of a title are drawn."""


def _words(entries: Mapping[str, str]) -> dict[str, str]:
    return {word: meaning for meaning, words in entries.items() for word in words.split()}


MEANT: Mapping[str, str] = _words(
    {
        "angel": "seraph cherub wing winged heaven heavenly holy messenger flying flight",
        "archgate": "prison jail cage border entrance castle fortress gateway arch gates passage",
        "bed": "nap slumber bedroom asleep dreamer dreamers dreaming insomnia cradle blanket lullaby rest tired "
        "mattress nightmare pyjamas snore awake wake waking",
        "bell": "ring ringing echo choir chime song sing singing music melody anthem hymn sound noise call silence",
        "bird": "crow raven owl swallow sparrow robin pigeon dove hawk eagle vulture nest magpie feathered migration",
        "boat": "ship sailor ferry raft voyage captain fleet vessel anchor harbour harbor port pirate drifting journey",
        "book": "story tale novel chapter bible poem poet writer read scholar school lesson teacher student dictionary "
        "diary language grammar wisdom secret truth memory lore",
        "bowl": "kitchen cook dinner supper feast bread meal hunger hungry cup tea soup banquet",
        "bull": "cow ox beast monster demon devil horn buffalo minotaur labyrinth bear boar",
        "candle": "birthday wax vigil prayer wick altar saint ghost spirit mourning grief remembrance funeral faith hope "
        "devotion",
        "carriage": "tram wagon bus coach passenger passengers journey",
        "chain": "prisoner bound slave link shackle captive iron bond debt",
        "chair": "throne sit sitting waiting patience empty absence absent king queen guest audience council",
        "child": "boy girl kid baby son daughter orphan brother sister twin infant youth young small-one pupil toy "
        "doll innocence",
        "clock": "time minute second watchmaker midnight noon late delay calendar date today tomorrow yesterday "
        "eternity forever moment year century age o-clock schedule punctual",
        "crown": "king queen prince princess emperor royal kingdom reign pride heir tyrant sovereign regent",
        "crystal": "diamond jewel gem stone shard splinter mineral frozen prism amber quartz fracture",
        "curtain": "veil theatre theater actor drama play opera scene stage mystery",
        "diver": "submarine astronaut pressure helmet abyss explorer",
        "dog": "wolf fox pup hound hunter cat pet kitten loyal barking howl fur animal jackal coyote",
        "door": "exit enter knock doorway visitor welcome threshold portal",
        "drawers": "file files archive office desk bureaucrat clerk bureau paperwork form department",
        "drop": "tear tears weep weeping cry crying blood ink sweat dew water thirst",
        "engine": "machine motor steam express railway rail rails speed locomotive factory smoke",
        "eye": "see seeing watch watching watcher look sight gaze vision witness stare blink seer spy observer",
        "feather": "pen quill write writing plume light-hearted soft ghostwriter poet author",
        "fern": "leaf leaves grass moss garden jungle bush vine plant weed forest ivy",
        "figure": "stranger shadow nobody somebody someone ghost spectre phantom monk hermit pilgrim hooded cloak "
        "shade anyone everyone self thief assassin rogue cultist",
        "fish": "salmon carp koi trout shark eel pike shoal aquarium scales-of",
        "flame": "fire burn burning ember embers ash ashes torch blaze bonfire inferno rage anger hell furnace",
        "flower": "rose lily tulip daisy blossom bloom petal bouquet orchid poppy lotus meadow garden florist love "
        "lovers spring may",
        "gavel": "court judgement judgment justice hammer tribunal auction rule vote",
        "gown": "dress bride wedding dance dancer dancing ball lady duchess empress countess silk waltz widow",
        "greenhouse": "botanist orchard conservatory",
        "hand": "finger fingers palm touch grip grasp gift give giving fist gesture wave-goodbye farewell goodbye "
        "beggar promise glove thumb",
        "hat": "magician wizard gentleman cap rabbit conjurer",
        "heart": "love lover beloved soul pulse heartbeat desire passion courage mercy",
        "heron": "crane stork swan ibis flamingo egret paper origami",
        "horse": "mare stallion rider knight pony unicorn carousel foal saddle cavalry stampede",
        "hourglass": "sand minutes patience desert waiting aging",
        "house": "cottage cabin hut village neighbour neighbours roof attic family inn mansion town city street "
        "homecoming hearth hometown",
        "jar": "bottle potion medicine poison pickle vial laboratory experiment honey jam alchemist doctor",
        "key": "unlock opening password secret answer solution lockpick",
        "keyhole": "spy peep peeking locked curiosity lock",
        "ladder": "climb climbing rung ascent ascend rise heights",
        "lantern": "lamp light glow lamplighter beacon guide firefly lighthouse gleam shine shining candlelight torchlight",
        "letter": "mail post postman envelope message invitation news stamp postcard reply confession farewell",
        "levers": "lever brake switch control mechanism operator",
        "man": "boy-who father grandfather uncle husband mister gentleman clerk soldier worker fool guard banker lord "
        "baron baker butcher miller tailor detective himself someone he",
        "map": "atlas chart world country land island compass north south east west treasure geography explorer territory",
        "mask": "masquerade carnival clown jester disguise liar lie lies deceit trick trickster faceless identity "
        "pretender impostor",
        "moon": "lunar crescent lunatic",
        "moth": "butterfly insect wings fly bee bees wasp beetle swarm cocoon locust mosquito spider",
        "paper": "document certificate contract page form list essay draft note notice manuscript scroll homework exam",
        "pillow": "cushion feathered comfort softness",
        "plinth": "statue monument museum pedestal idol shrine relic",
        "porter": "butler servant waiter conductor doorman concierge bellhop hotel officer guide",
        "robe": "skeleton priest judge cleric bishop oracle prophet sorcerer witch wizard reaper death magistrate cardinal "
        "chancellor elder",
        "scales": "balance weigh weight equal fair justice debt merchant market price",
        "seal": "sealed wax oath stamp treaty signature",
        "shelf": "library librarian archive bookshop stacks warehouse collection",
        "shoe": "boot boots step steps footprint footprints walk walking barefoot dance dancer slipper march",
        "shutdoor": "closed shut locked forbidden barred",
        "signal": "alarm warning siren red danger stop",
        "signpost": "road path crossroads direction crossing detour wanderer route way lost choice",
        "snowflake": "winter frost snow ice blizzard cold frozen glacier avalanche december",
        "stair": "stairs staircase step steps descent descend cellar basement floor downstairs upstairs spiral",
        "station": "platform terminus arrival departure railway stop",
        "stump": "axe lumber woodcutter felled timber",
        "suitcase": "travel traveller traveler tourist trip luggage baggage exile leaving refugee holiday vacation "
        "salesman",
        "telescope": "star stars astronomer planet comet constellation galaxy universe space cosmos orbit wonder sky "
        "astronomy",
        "thread": "string weave weaver weaving spider web yarn needle sew tapestry loom knot rope tangle silk stitch",
        "ticket": "fare voucher pass lottery raffle",
        "tooth": "teeth dentist bite fang jaw smile mouth",
        "tower": "spire fortress lighthouse citadel keep castle cathedral church temple palace steeple babel minaret "
        "chimney",
        "tree": "forest woods oak pine willow root roots branch orchard apple birch grove autumn",
        "trumpet": "horn fanfare herald orchestra band brass parade march victory triumph",
        "umbrella": "rain parasol storm drizzle rainy wet monsoon",
        "walker": "wander wandering wanderer walk walking pilgrim vagrant sleepwalker runner running run runaway stray "
        "nomad messenger journey",
        "wall": "rampart brick bricks boundary fence limit siege defence defense mason",
        "wardrobe": "closet clothes coat costume cupboard tailor",
        "wave": "ocean sea tide flood storm surf swim swimmer current shore beach tsunami",
        "whale": "leviathan kraken giant-fish monster jonah ocean",
        "wheel": "cycle circle spin spinning turn turning fate fortune mill carousel bicycle gear",
        "window": "view pane glass balcony outside",
        "woman": "mother grandmother aunt wife girl widow witch maiden miss madam nurse herself sister muse actress "
        "seamstress her she",
    }
)
"""Words that mean a motif in a title, besides those by which recipes know it; of two meanings, the later one counts."""

WEAK = frozenset(
    _words(
        {
            "weak": "around back backs box card cards change closed cold glass hour hours index light line look lost "
            "motion notes offering open order orders page plan property she seat shame sign step stop summons watch way "
            "wonder winter frost snow ice cold frozen spring autumn rain rainy storm night midnight"
        }
    )
)
"""Words that mean a motif only in a title that names nothing better."""

PLACE_HINTS: Mapping[str, str] = _words(
    {
        "deep": "deep underwater drowned drowning bottom abyss submerged sunken fathom undersea aquarium coral sinking",
        "lake": "lake sea river shore ocean pond water island harbour harbor tide beach swim coast flood swamp mirror "
        "reflection ripple",
        "hill": "hill field garden meadow mountain village forest wood woods road desert valley outside horizon country "
        "land wild summer autumn winter spring battlefield grave graveyard cliff",
        "room": "room bedroom attic house home kitchen cellar indoors bed parlour nursery chamber hotel inn apartment",
        "court": "court hall palace throne justice law temple cathedral church tribunal council",
        "tunnel": "tunnel underground cave cavern mine subway metro sewer burrow passage corridor",
        "platform": "station platform train terminus railway departure arrival journey ticket",
        "maze": "library archive labyrinth museum office bureau books shelf catalogue academy school university",
        "void": "maze nowhere nothing nothingness void emptiness darkness oblivion space limbo absence end",
        "stage": "stage theatre theater opera circus play audience drama concert masquerade carnival ballroom "
        "curtain",
        "dream": "sky heaven cloud clouds dream dreams air flight flying wind heavenly paradise falling",
    }
)
WEATHER_HINTS: Mapping[str, str] = _words(
    {
        "snow": "winter frost cold snow snowy ice icy frozen blizzard december snowfall",
        "rain": "rain rainy storm thunder monsoon drizzle november weeping lightning tempest",
        "sparks": "fire spark sparks burning ember embers ash ashes forge star stars magic lightning fireworks flame",
        "petals": "spring garden petal petals blossom wedding bride love may rose roses summer",
        "scraps": "letters torn paper pages wind autumn leaves broken shredded ruin confetti scattered",
        "bubbles": "drowned drowning underwater breath breathe bubble bubbles swim diver",
        "dust": "dust dusty sand desert old ancient attic forgotten ruins tomb museum",
    }
)
HOUR_HINTS: Mapping[str, str] = _words(
    {
        "night": "night midnight nocturnal nightfall moonlit starlit sleep asleep",
        "dusk": "dusk evening sunset twilight autumn nightfall last late ending",
    }
)
LIGHT_HINTS: Mapping[str, Light] = {
    **dict.fromkeys(("moon", "moonlight", "moonlit", "lunar", "moonrise"), Light(size="giant")),
    **dict.fromkeys(("crescent", "sickle", "waning"), Light(phase="crescent", size="big")),
    **dict.fromkeys(("eclipse", "starless", "moonless", "darkness", "blind", "sunless"), Light(absent=True)),
    **dict.fromkeys(("dawn", "sunrise", "morning", "sunset", "daybreak"), Light(size="big", height="low", sun=True)),
    **dict.fromkeys(("noon", "sun", "midday", "summer", "daylight", "sunlight", "day"), Light(size="giant", height="high", sun=True)),
}  # fmt: skip

FEATURE_HINTS: Mapping[str, tuple[str, str]] = {
    word: (feature, meaning)
    for feature, entries in (
        ("size", {"giant": "giant huge colossal enormous titanic immense vast towering endless mighty gigantic",
                  "big": "big great large grand tall long high heavy elder fat",
                  "small": "small little short young humble lesser",
                  "tiny": "tiny minute miniature wee insignificant"}),
        ("count", {"two": "two twin twins double both pair second second-hand couple",
                   "three": "three third triple trio triplets",
                   "four": "four fourth quartet",
                   "row": "five six row rows procession parade queue fifth column line-up",
                   "ring": "seven eight nine ring rings circle round wheel-of coven gathering",
                   "many": "many hundred thousand million countless every everybody all hundreds thousands dozen twelve "
                   "crowd avalanche legion infinite ten endless too-many",
                   "flock": "flock swarm herd shoal murmuration cloud-of"}),
        ("pose", {"falling": "falling fall fallen falls tumbling dropping collapse descending",
                  "rising": "rising rise rises ascending risen soaring climbing",
                  "leaning": "leaning crooked drunken bent sleeping tired weary",
                  "tilted": "tilted broken dancing spinning flying drifting floating loose wild",
                  "upside-down": "upside inverted reversed inverse backwards hanging overturned hanged bat"}),
        ("plane", {"far": "far distant faraway forgotten remote lost away"}),
        ("tone", {"pale": "pale white ghostly silver ghost bone chalk snowy bright hollow faded pallid ivory",
                  "dark": "dark black shadow obsidian sable night gloomy ebony"}),
    )
    for meaning, words in entries.items()
    for word in words.split()
}  # fmt: skip
"""Words that say how a thing is: the field of a `Noun`, and what it becomes."""

RELATION_HINTS: Mapping[str, str] = _words(
    {
        "on": "on upon atop onto riding aboard astride",
        "under": "under beneath below underneath",
        "over": "over above across",
        "behind": "behind beyond after past hidden",
        "before": "before at against to outside towards toward guarding for near until",
        "beside": "beside with and by among alongside between amid or",
        "inside": "in inside within into from through swallowed",
        "holding": "holding carrying bearing bringing keeping wielding lifting",
        "facing": "facing versus meets meeting vs confronting opposite",
    }
)
OF = ("before", "beside", "inside", "on")
"""What "of" between two things may become."""
WITHOUT = frozenset({"without", "no", "not", "never", "nor", "neither", "lacking"})
"""What comes after these words is not drawn."""

LURKING = ("eye", "hand", "moth", "figure", "mask", "fish", "child", "bird")
"""What may be under the bed, or behind the door, if a title says no more."""

BEINGS = ("man", "woman", "walker", "robe", "gown", "figure", "angel", "child", "porter", "diver")
BEASTS = ("dog", "whale", "heron", "bird", "horse", "moth", "bull", "fish")
HELD = (
    "lantern",
    "candle",
    "key",
    "letter",
    "umbrella",
    "mask",
    "book",
    "clock",
    "suitcase",
    "flower",
    "heart",
    "crown",
)
THINGS = (
    "hand", "eye", "door", "candle", "hourglass", "bell", "mask", "key", "boat", "clock", "umbrella", "heart", "letter",
    "lantern", "chair", "feather", "crown", "scales", "flame", "thread", "shoe", "book", "trumpet", "jar",
)  # fmt: skip
HOLLOW = ("jar", "door", "archgate", "window", "wardrobe", "greenhouse", "book", "keyhole")
"""What another thing can be inside."""
GREAT = (
    "tower",
    "house",
    "tree",
    "whale",
    "clock",
    "door",
    "wall",
    "stair",
    "wardrobe",
    "shelf",
    "hand",
    "moon",
)
"""What a small thing can stand before."""
BUILDINGS = (
    "house",
    "tower",
    "wardrobe",
    "archgate",
    "station",
    "greenhouse",
    "stair",
    "shelf",
    "signal",
    "wall",
)
STRONGHOLDS = ("tower", "archgate", "wall", "greenhouse", "station", "house", "shelf")

SCENERY = (
    "hill",
    "lake",
    "dream",
    "void",
    "room",
    "court",
    "hill",
    "tunnel",
    "lake",
    "platform",
    "dream",
    "maze",
    "stage",
)
"""The places of titles that name none, those that suit most more often."""
SKIES = (
    Light(size="giant"),
    Light(size="giant", across="centre"),
    Light(size="big", across="left"),
    Light(size="big", across="right", height="low"),
    Light(phase="crescent", across="left"),
    Light(phase="crescent", size="big", across="right"),
    Light(size="small", height="high"),
    Light(size="big", height="low", sun=True),
    Light(size="giant", height="low", sun=True),
    Light(absent=True),
)


class _Told(Struct):
    """What a title says."""

    nouns: list[Noun]
    relations: list[str]
    leading: str = ""
    """The relation before the first noun."""
    place: str = ""
    weather: str = ""
    hour: str = ""
    light: Light = Light()


@lru_cache(maxsize=4096)
def derived(title: str, kind: str) -> str:
    """Return a recipe for a card of this title and kind: for any title one that can be read, and always the same.

    `kind` is arcanum, thought, memory, entity, construct, bastion or mind; of any other, what is shown is a thing.
    """
    chance = Random(f"{kind}\n{title}".encode("utf-8", "surrogatepass"))
    words = _title_words(title)
    told = _told(words, chance, WEAK)
    if not told.nouns:
        told = _told(words, chance, frozenset())
    subjects = _subjects(told, kind, chance)
    recipe = _set_in_scene(Recipe(tuple(subjects)), told, kind, chance)
    text = written(recipe)
    if len(text) > LONGEST:
        text = written(Recipe(recipe.subjects[:1], recipe.place))
    return text


def _title_words(title: str) -> list[str]:
    """Return a title's first words in small plain letters, without "'s"."""
    plain = unicodedata.normalize("NFKD", title[: MOST_WORDS * 40]).casefold().replace("’", "'")
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word.removesuffix("'s") for word in re.findall(r"[a-z][a-z']*", plain)][:MOST_WORDS]


# --------------------------------------------------------------------------------------------- what the title says


def _told(words: Sequence[str], chance: Random, ignored: frozenset[str]) -> _Told:
    told = _Told([], [])
    features: dict[str, str] = {}
    relation, negated = "", False
    for word in words:
        if word in WITHOUT:
            negated = True
            continue
        if not negated:
            _note_surroundings(told, word)
        if word == "of":
            relation = relation or chance.choice(OF)
            continue
        if word in RELATION_HINTS:
            relation = RELATION_HINTS[word]
            continue
        if word in FEATURE_HINTS:
            feature, meaning = FEATURE_HINTS[word]
            features.setdefault(feature, meaning)
        motif, several = _motif(word, ignored)
        if not motif:
            continue
        if negated:
            negated = False
            continue
        if word in FEATURE_HINTS:
            features.pop(FEATURE_HINTS[word][0], None)
        if len(told.nouns) == MOST_MOTIFS or motif in (noun.motif for noun in told.nouns):
            continue
        if several:
            features.setdefault("count", chance.choice(("two", "three", "three", "four", "row")))
        noun = replace(Noun(motif), **features)
        if told.nouns:
            told.relations.append("before" if relation == "inside" and noun.count else relation)
        else:
            told.leading = relation
        told.nouns.append(noun)
        features, relation = {}, ""
    if told.nouns and features:
        last = told.nouns[-1]
        still_open = {feature: said for feature, said in features.items() if not getattr(last, feature)}
        told.nouns[-1] = replace(last, **still_open)
    return told


def _note_surroundings(told: _Told, word: str) -> None:
    told.place = told.place or PLACE_HINTS.get(word, "")
    told.weather = told.weather or WEATHER_HINTS.get(word, "")
    told.hour = told.hour or HOUR_HINTS.get(word, "")
    if told.light == Light():
        told.light = LIGHT_HINTS.get(word, told.light)


def _motif(word: str, ignored: Iterable[str]) -> tuple[str, bool]:
    """Return the motif that a word means ("" if none) and whether the word means several of it."""
    if word in ignored:
        return "", False
    motif = motif_of(word)
    if motif:
        return motif, word != motif and word not in motifs()[motif].words
    for stem in _stems(word):
        meant = MEANT.get(stem) or (motif_of(stem) if len(stem) > 3 else "")
        if meant and meant in motifs():
            return meant, stem != word and word == f"{stem}s"
    for part in sorted((name for name in motifs() if len(name) > 3), key=len, reverse=True):
        if len(word) > len(part) + 2 and (word.endswith(part) or word.startswith(part)):
            return part, False
    return "", False


def _stems(word: str) -> list[str]:
    """Return a word, and what it may be a form of."""
    stems = [word]
    for ending, instead in (
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("er", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stems.append(word.removesuffix(ending) + instead)
    return stems


# ------------------------------------------------------------------------------------------------- what is drawn


def _subjects(told: _Told, kind: str, chance: Random) -> list[Subject]:
    if not told.nouns:
        return _invented(kind, chance)
    nouns = told.nouns
    if len(nouns) == 1:
        (noun,) = nouns
        if told.leading in ("under", "behind", "inside"):
            hidden = Noun(
                chance.choice([name for name in LURKING if name != noun.motif]),
                chance.choice(("", "small", "big")),
            )
            return [Subject((hidden, noun), (told.leading,))]
        return _alone(noun, kind, chance)
    relation = told.relations[0] or chance.choice(("before", "beside", "facing", "on", "over"))
    first, second = nouns[:2]
    if not (first.size or second.size):
        first, second = _of_two_sizes(first, second, relation, chance)
    subjects = [Subject((first, second), (relation,))]
    if len(nouns) > 2 and nouns[2].motif != "moon":
        third = nouns[2]
        where = (chance.choice(("left", "right")),)
        subjects.append(Subject((replace(third, size="small", where=where, plane="far"),), ()))
    return subjects


def _of_two_sizes(first: Noun, second: Noun, relation: str, chance: Random) -> tuple[Noun, Noun]:
    """Let one of two things be larger where both would be of the same middle size."""
    if first.count or second.count or relation in ("holding", "inside"):
        return first, second
    if relation in ("under", "beside", "facing"):
        small, big = chance.choice((("", "small"), ("small", "big"), ("big", "small")))
        return replace(first, size=small), replace(second, size=big)
    small, big = chance.choice((("small", "big"), ("tiny", "giant"), ("small", ""), ("small", "giant")))
    return replace(first, size=small), replace(second, size=big)


def _alone(noun: Noun, kind: str, chance: Random) -> list[Subject]:
    """Let a title's only thing look different on each card that it is on, and let something small say how large it is."""
    noun = _varied(noun, kind, chance)
    beside = chance.randrange(5)
    if noun.count or kind == "arcanum" or beside == 0:
        return [Subject((noun,), ())]
    small = Noun(chance.choice([name for name in (*HELD, *LURKING) if name != noun.motif]), "small")
    if noun.motif in BEINGS:
        if beside < 3:
            return [Subject((noun, replace(small, size="")), ("holding",))]
        great = Noun(chance.choice(GREAT), "giant")
        return [Subject((replace(noun, size="small", pose=noun.pose), great), ("before",))]
    side, other = chance.choice((("left", "right"), ("right", "left")))
    if kind in ("construct", "bastion"):
        witness = Noun(chance.choice(BEINGS), "tiny", where=(other,))
        where = () if kind == "bastion" else (side,)
        return [Subject((replace(noun, size=noun.size or "big", where=where),), ()), Subject((witness,), ())]
    if beside == 1:
        return [Subject((noun,), ())]
    if beside == 2:
        flock = Noun("bird" if noun.motif != "bird" else "feather", count="flock", plane="far")
        return [Subject((noun,), ()), Subject((flock,), ())]
    return [Subject((noun,), ()), Subject((replace(small, where=(side, "low")),), ())]


def _varied(noun: Noun, kind: str, chance: Random) -> Noun:
    """Fill in what a title leaves open about its only thing."""
    if noun.motif == "moon":
        return replace(noun, turned=True)  # A moon that is just big would be read as the light.
    if not noun.count and kind == "thought" and chance.random() < 0.5:
        noun = replace(noun, count=chance.choice(("two", "three", "row", "ring", "many")))
    if not noun.size and noun.count not in ("ring", "many", "flock"):
        noun = replace(noun, size=chance.choice(("", "", "big", "big", "giant", "small")))
    if not noun.pose and kind == "thought" and chance.random() < 0.5:
        noun = replace(noun, pose=chance.choice(("falling", "rising", "leaning", "tilted", "upside-down")))
    if not noun.count and kind not in ("bastion", "arcanum") and chance.random() < 0.35:
        noun = replace(noun, where=(chance.choice(("left", "right")),))
    return replace(noun, turned=chance.random() < 0.4)


def _invented(kind: str, chance: Random) -> list[Subject]:
    """Return what is drawn on a card of a kind whose title names nothing: one thing that is strange."""
    pick = chance.choice
    way = chance.randrange(4)
    match kind:
        case "entity":
            being, beast = pick(BEINGS), pick(BEASTS)
            pairs = (
                (Noun(being), "holding", Noun(pick(HELD))),
                (Noun(being, "small"), "before", Noun(pick(GREAT), "giant")),
                (Noun(beast, pick(("", "big"))), "behind", Noun(pick(HOLLOW))),
                (Noun(being, "small"), "on", Noun(beast, "big")),
            )
        case "construct" | "bastion":
            building = pick(BUILDINGS if kind == "construct" else STRONGHOLDS)
            pairs = (
                (Noun(pick(BEINGS), "tiny"), "before", Noun(building, pick(("big", "giant")))),
                (
                    Noun(building, "small"),
                    "on",
                    Noun(pick(("hand", "whale", "book", "chair", "boat")), "big"),
                ),
                (
                    Noun(building, "small"),
                    "before",
                    Noun(pick(("eye", "clock", "mask", "hand", "wave")), "giant"),
                ),
                (Noun(pick(THINGS), "small"), "over", Noun(building)),
            )
        case "memory":
            thing = pick(THINGS)
            pairs = (
                (
                    Noun(thing, "small"),
                    "on",
                    Noun(pick(("chair", "bed", "pillow", "suitcase", "stair", "hand"))),
                ),
                (Noun(thing), "inside", Noun(pick(HOLLOW))),
                (Noun(pick(BEINGS), "small"), "before", Noun(thing, "giant")),
                (Noun(thing, "small"), "beside", Noun(pick(("house", "tree", "window", "bed", "boat")))),
            )
        case "mind":
            thing = pick((*THINGS, *BEASTS))
            pairs = (
                (Noun(thing, "small"), "over", Noun(pick(("stair", "boat", "chair", "tree", "house")))),
                (Noun(thing), "inside", Noun(pick(HOLLOW))),
                (Noun(pick(BEINGS), "tiny"), "before", Noun(thing, "giant")),
                (Noun(thing, "small"), "on", Noun(pick(("stair", "tower", "hand", "ladder")))),
            )
        case _:
            thing = pick((*THINGS, *BEASTS))
            if way < 2:
                return [Subject((_varied(Noun(thing), kind, chance),), ())]
            pairs = (
                (Noun(thing), "inside", Noun(pick(HOLLOW))),
                (Noun(thing, "small"), "before", Noun(pick((*GREAT, *THINGS)), "giant")),
            )
    first, relation, second = pairs[way % len(pairs)]
    if first.motif == second.motif:
        return [Subject((_varied(second, kind, chance),), ())]
    return [Subject((replace(first, turned=chance.random() < 0.3), second), (relation,))]


def _set_in_scene(recipe: Recipe, told: _Told, kind: str, chance: Random) -> Recipe:
    """Give a picture its place, hour, light, weather and frame: the title's, else some by lot."""
    place = told.place or (chance.choice(SCENERY) if chance.random() < 0.75 else "")
    weather = told.weather
    if not weather and chance.random() < 0.15:
        weather = chance.choice(("snow", "rain", "petals", "scraps", "sparks", "dust"))
    if place == "deep":
        weather = "bubbles"
    elif weather == "bubbles":
        weather = ""
    light = told.light
    if (
        light == Light()
        and place in ("", "hill", "lake", "dream", "platform", "court")
        and chance.random() < 0.75
    ):
        light = chance.choice(SKIES)
    drawn = {noun.motif for subject in recipe.subjects for noun in subject.nouns}
    if "moon" in drawn:
        light = Light(absent=True)
    framed = (
        kind in ("memory", "construct")
        and not drawn & {"window", "archgate", "keyhole"}
        and chance.random() < 0.12
    )
    frame = chance.choice(("arch", "window", "branches", "keyhole")) if framed else ""
    return replace(
        recipe,
        place=place,
        hour=told.hour,
        light=light,
        weather=(weather,) if weather else (),
        frame=frame,
        mirrored=place == "lake" and chance.random() < 0.3,
    )
