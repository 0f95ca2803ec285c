"""The meaning of a title's words for a picture: motifs, places, weather, hours, lights, relations."""

from __future__ import annotations

from collections.abc import Mapping

from render.illustration.recipe import Light


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
"""Words that mean a motif in a title, in addition to those of recipes."""

WEAK = frozenset(
    _words(
        {
            "weak": "around back backs box card cards change closed cold glass hour hours index light line look lost "
            "motion notes offering open order orders page plan property she seat shame sign step stop summons watch way "
            "wonder winter frost snow ice cold frozen spring autumn rain rainy storm night midnight"
        }
    )
)
"""Words that mean a motif only in a title with no better one."""

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
"""Words for properties of a thing: the field of a `DrawnThing`, and its value."""

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
"""The relations that "of" between two things can mean."""
WITHOUT = frozenset({"without", "no", "not", "never", "nor", "neither", "lacking"})
"""Words after which nothing is drawn."""
