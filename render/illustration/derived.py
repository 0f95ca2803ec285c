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
        "angel": "cherub heaven heavenly holy flying flight",
        "archgate": "border entrance gateway arch passage",
        "bed": "nap slumber dreaming rest tired mattress nightmare pyjamas snore awake wake waking",
        "bell": "ring ringing echo choir chime sing singing anthem hymn sound noise",
        "bird": "swallow sparrow robin pigeon dove hawk eagle vulture magpie migration",
        "boat": "sailor harbor port drifting",
        "book": "story tale novel chapter bible poem writer read scholar school lesson teacher student "
        "dictionary diary language grammar wisdom truth memory lore",
        "bowl": "kitchen cook bread meal hunger hungry",
        "bull": "cow ox beast demon devil buffalo boar",
        "cage": "jail",
        "candle": "birthday vigil prayer grief remembrance funeral faith hope devotion",
        "carriage": "tram wagon bus coach",
        "cat": "feline panther tiger",
        "chain": "bound slave link iron bond",
        "chair": "sit sitting empty absence absent guest council",
        "child": "son daughter orphan brother youth young pupil innocence",
        "clock": "time minute second watchmaker midnight noon late delay calendar date today tomorrow yesterday "
        "eternity forever moment year century age schedule punctual",
        "cloud": "fog haze",
        "crowd": "army everybody mob",
        "crown": "prince princess royal kingdom reign heir",
        "crystal": "diamond jewel stone shard splinter mineral prism quartz fracture",
        "curtain": "theater actor drama play scene mystery",
        "dancer": "dancing ballet",
        "diver": "submarine astronaut pressure abyss",
        "dog": "pup hunter pet loyal barking fur animal jackal coyote",
        "door": "exit enter knock doorway visitor welcome",
        "drawers": "file files office bureaucrat bureau paperwork department",
        "drop": "weep weeping cry crying blood sweat dew water thirst",
        "engine": "motor steam rail rails speed factory smoke",
        "eye": "see seeing watching watcher sight gaze vision witness stare blink seer observer",
        "feather": "poet write writing soft author",
        "fern": "grass moss bush weed",
        "figure": "shadow hermit anyone self assassin cultist",
        "fish": "salmon koi trout shark eel pike shoal aquarium",
        "flame": "burn ash ashes blaze bonfire inferno rage anger hell furnace",
        "flower": "lily tulip daisy bouquet orchid poppy lotus meadow florist lovers may",
        "gavel": "judgement judgment tribunal auction rule vote",
        "ghost": "spirit wraith",
        "gown": "dress duchess countess",
        "greenhouse": "botanist conservatory",
        "hand": "touch grip grasp gift give giving fist gesture goodbye beggar promise thumb",
        "hat": "magician conjurer",
        "heart": "lover soul pulse heartbeat desire passion courage mercy",
        "heron": "stork ibis flamingo egret",
        "horse": "rider foal saddle cavalry stampede",
        "hourglass": "patience sand aging",
        "house": "cabin hut neighbour neighbours roof attic family inn mansion homecoming hearth hometown",
        "island": "archipelago atoll",
        "jar": "medicine pickle vial laboratory experiment jam alchemist doctor",
        "key": "secret unlock opening password answer solution lockpick",
        "keyhole": "spy peep peeking curiosity",
        "king": "tyrant ruler monarch",
        "knight": "warrior champion hero",
        "labyrinth": "maze",
        "ladder": "rung ascent ascend rise heights",
        "lantern": "glow lamplighter firefly gleam shine shining candlelight torchlight",
        "letter": "farewell mail post postman invitation news postcard reply confession",
        "levers": "switch control mechanism operator",
        "lightning": "thunderstorm",
        "man": "clerk someone father grandfather uncle husband mister worker fool banker lord baron baker "
        "butcher miller detective himself he",
        "map": "explorer atlas chart country land south east west geography territory",
        "mask": "masquerade clown jester disguise liar lie lies deceit trick faceless identity pretender "
        "impostor",
        "mirror": "narcissus",
        "moon": "lunar crescent lunatic",
        "moth": "insect fly beetle cocoon locust mosquito",
        "mountain": "cliff",
        "paper": "form document certificate contract list essay note notice manuscript scroll homework exam",
        "piano": "lullaby concert",
        "pillow": "feathered cushion comfort softness",
        "plinth": "museum shrine relic",
        "porter": "guide butler servant waiter doorman concierge bellhop hotel officer",
        "puppet": "string",
        "road": "highway",
        "robe": "wizard priest cleric bishop oracle prophet sorcerer reaper cardinal chancellor elder",
        "rope": "knot noose",
        "scales": "debt justice balance weigh weight equal merchant market price",
        "seal": "sealed treaty signature",
        "shelf": "bookshop warehouse collection",
        "ship": "captain fleet pirate",
        "shoe": "boot boots footprint footprints barefoot slipper",
        "shutdoor": "locked forbidden barred",
        "signal": "warning red danger",
        "signpost": "crossroads detour choice",
        "skull": "skeleton bone",
        "snowflake": "frozen winter frost blizzard glacier avalanche december",
        "soldier": "war warlord general",
        "stair": "staircase descend floor downstairs upstairs",
        "star": "galaxy",
        "station": "railway arrival",
        "statue": "idol",
        "stump": "axe lumber woodcutter felled timber",
        "suitcase": "travel traveller traveler tourist trip baggage exile leaving refugee holiday vacation salesman",
        "table": "banquet",
        "telescope": "astronomer universe space cosmos astronomy",
        "thief": "rogue bandit stealing",
        "thread": "silk weave weaving yarn sew tapestry loom tangle",
        "ticket": "fare voucher pass lottery raffle",
        "tooth": "dentist bite fang jaw smile",
        "tower": "fortress spire citadel keep cathedral church palace steeple babel minaret chimney",
        "tree": "forest oak pine willow birch grove",
        "trumpet": "orchestra band brass parade victory triumph",
        "umbrella": "rain parasol drizzle rainy wet monsoon",
        "violin": "melody",
        "walker": "messenger pilgrim walk walking wander wandering vagrant runner running run stray nomad",
        "wall": "rampart brick bricks boundary fence limit siege defence defense mason",
        "wardrobe": "tailor closet clothes costume",
        "wave": "surf swim swimmer current tsunami",
        "whale": "monster ocean leviathan jonah",
        "wheel": "carousel cycle circle spin spinning turn turning fate fortune bicycle gear",
        "window": "view outside",
        "wolf": "werewolf",
        "woman": "sister mother grandmother aunt wife maiden miss madam herself muse actress seamstress her",
    }
)
"""Words that mean a motif in a title, besides those by which recipes know it."""

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

SCENERY = (*("hill", "lake", "dream") * 2, "void", "room", "court", "forest", "sea", "tunnel", "platform", "maze", "stage", "city", "ruin", "snow")  # fmt: skip
"""The places of titles that name none, those that suit most more often."""
UNDER_THE_SKY = ("", "hill", "lake", "dream", "platform", "court", "forest", "sea", "city", "snow", "ruin", "dune", "crystals")  # fmt: skip
"""Places with a moon or a sun, as a faction's own place may be."""
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
    words = [word.removesuffix("'s") for word in re.findall(r"[a-z][a-z']*", plain)][:MOST_WORDS]
    return _compounded(words)


def _compounded(words: Sequence[str]) -> list[str]:
    """Return words with those that are a motif together as one: "lamp-post"."""
    joined: list[str] = []
    for word in words:
        if joined and motif_of(f"{joined[-1]}-{word}"):
            joined[-1] += f"-{word}"
        else:
            joined.append(word)
    return joined


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
    if light == Light() and place in UNDER_THE_SKY and chance.random() < 0.75:
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
