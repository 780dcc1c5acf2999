/// A student's name in the sample.
struct SampleName: Hashable, Sendable {
  let first: String
  let last: String
}

/// Invented names whose letters test the Czech order.
enum SampleNames {
  /// The first names of every sample: each pair of neighbours is often sorted wrongly.
  static let special: [SampleName] = [
    .init(first: "Stanislav", last: "Druhý"),
    .init(first: "Jan", last: "Cibulka"),
    .init(first: "Jana", last: "Čapková"),
    .init(first: "Karel", last: "Čapek"),
    .init(first: "Petr", last: "Hanák"),
    .init(first: "Chrudoš", last: "Chalupa"),
    .init(first: "Ivana", last: "Ibrahimová"),
    .init(first: "Martin", last: "Ďurica"),
    .init(first: "Tomáš", last: "Dvořák"),
    .init(first: "Lucie", last: "Ryšavá"),
    .init(first: "Ondřej", last: "Řehoř"),
    .init(first: "Šárka", last: "Šťastná"),
    .init(first: "Simona", last: "Suchá"),
    .init(first: "Ťapka", last: "Ťoupal"),
    .init(first: "Tadeáš", last: "Toman"),
    .init(first: "Ňuňa", last: "Ňorek"),
    .init(first: "Úršula", last: "Úlehlová"),
    .init(first: "Uršula", last: "Ulehlová"),
    .init(first: "Zbyněk", last: "Zach"),
    .init(first: "Žaneta", last: "Žáčková"),
    .init(first: "Jan", last: "Novák"),
    .init(first: "Jan", last: "Novák"),
    .init(first: "Eva", last: "Nováková Dlouhá"),
    .init(first: "Alžběta", last: "Malá-Veselá"),
    .init(first: "Zoë", last: "O'Hara"),
    .init(first: "Jürgen", last: "Müller"),
    .init(
      first: "Maxmilián Bartoloměj Kryštof",
      last: "Nejdelšíjmenovič z Předlouhého Dlouholesa a Dalekohradu"),
    .init(first: "Hedvika", last: "Hájková"),
  ]

  /// Names for all others; the surnames in the forms for men and for women.
  static func name(using random: inout SeededGenerator) -> SampleName {
    let surname = surnames[random.below(surnames.count)]
    return random.chance(0.5)
      ? SampleName(first: men[random.below(men.count)], last: surname.man)
      : SampleName(first: women[random.below(women.count)], last: surname.woman)
  }

  /// The first letters of a username, as the faculty makes them: five of the surname, two of
  /// the first name, in ASCII.
  static func stem(of name: SampleName) -> String {
    String(plain(name.last).prefix(5)) + String(plain(name.first).prefix(2))
  }

  private static func plain(_ text: String) -> String {
    var result = ""
    for character in text.lowercased() {
      if let letter = accents[character] {
        result.append(letter)
      } else if character >= "a", character <= "z" {
        result.append(character)
      }
    }
    return result
  }

  private static let accents: [Character: Character] = [
    "á": "a", "č": "c", "ď": "d", "é": "e", "ě": "e", "ë": "e", "í": "i", "ň": "n", "ó": "o",
    "ř": "r", "š": "s", "ť": "t", "ú": "u", "ů": "u", "ü": "u", "ý": "y", "ž": "z",
  ]

  private static let men = [
    "Adam", "Bohumil", "Cyril", "Čeněk", "Daniel", "Eduard", "Filip", "Hynek", "Igor", "Jakub",
    "Jiří", "Kryštof", "Lukáš", "Matěj", "Norbert", "Oldřich", "Pavel", "Radek", "Řehoř",
    "Šimon", "Tomáš", "Václav", "Vojtěch", "Zdeněk",
  ]
  private static let women = [
    "Adéla", "Barbora", "Dana", "Eliška", "Františka", "Hana", "Iveta", "Jitka", "Klára",
    "Lenka", "Markéta", "Natálie", "Olga", "Pavlína", "Radka", "Sára", "Šárka", "Tereza",
    "Veronika", "Zdeňka", "Žofie",
  ]
  private static let surnames: [(man: String, woman: String)] = [
    ("Adámek", "Adámková"), ("Bárta", "Bártová"), ("Beneš", "Benešová"), ("Bláha", "Bláhová"),
    ("Císař", "Císařová"), ("Coufal", "Coufalová"), ("Čech", "Čechová"), ("Čermák", "Čermáková"),
    ("Daněk", "Daňková"), ("Doležal", "Doležalová"), ("Dušek", "Dušková"), ("Fiala", "Fialová"),
    ("Hájek", "Hájková"), ("Havel", "Havlová"), ("Holub", "Holubová"), ("Hrubý", "Hrubá"),
    ("Charvát", "Charvátová"), ("Chládek", "Chládková"), ("Chytil", "Chytilová"),
    ("Jelínek", "Jelínková"), ("Ježek", "Ježková"), ("Kadlec", "Kadlecová"),
    ("Konečný", "Konečná"), ("Kříž", "Křížová"), ("Lacina", "Lacinová"), ("Líska", "Lísková"),
    ("Macháček", "Macháčková"), ("Matoušek", "Matoušková"), ("Němec", "Němcová"),
    ("Novotný", "Novotná"), ("Ondráček", "Ondráčková"), ("Pešek", "Pešková"),
    ("Pokorný", "Pokorná"), ("Rada", "Radová"), ("Růžička", "Růžičková"), ("Říha", "Říhová"),
    ("Řezáč", "Řezáčová"), ("Sedlák", "Sedláková"), ("Sova", "Sovová"), ("Svoboda", "Svobodová"),
    ("Šafář", "Šafářová"), ("Šimek", "Šimková"), ("Tichý", "Tichá"), ("Tůma", "Tůmová"),
    ("Urban", "Urbanová"), ("Vacek", "Vacková"), ("Veselý", "Veselá"), ("Vlk", "Vlková"),
    ("Zelený", "Zelená"), ("Zíka", "Zíková"), ("Žák", "Žáková"), ("Žižka", "Žižková"),
  ]
}
