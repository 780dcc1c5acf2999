import Foundation
import GradesClient
import GradesCore
import Testing

/// Comments of a structure's file survive when it is written again.
@Suite("Comments of a structure's file")
struct StructureCommentsTests {
  private let text = """
    # yaml-language-server: $schema=structure.schema.json
    course: XI-AAA.23
    semester: B261

    # What counts
    items:
      # The first one # really
      - identifier: du1  # see the wiki
        name:
          cs: 'Úkol # 1'
          en: "It's \\" # 1"  # English
        type: HOMEWORK
        valueType: NUMBER
        # Not more
        maximum: 10  # points

      # The sum
      - identifier: body
        type: POINTS_TOTAL
        valueType: NUMBER
        expression: du1
    # The end

    """

  @Test("They stay at their fields")
  func kept() {
    let reading = StructureReading(Data(text.utf8))
    #expect(reading.problems == [])
    var file = reading.file
    file.items[0].definition.maximumValue = 12
    file.items[0].definition.names[1].name = "Task"
    #expect(
      file.text(keeping: reading)
        == text.replacing("maximum: 10", with: "maximum: 12")
        .replacing("\"It's \\\" # 1\"", with: "Task"))
  }

  @Test("Those of a removed item or field go to the end")
  func removed() {
    let reading = StructureReading(Data(text.utf8))
    var file = reading.file
    file.items.removeFirst()
    #expect(
      file.text(keeping: reading) == """
        # yaml-language-server: $schema=structure.schema.json
        course: XI-AAA.23
        semester: B261

        # What counts
        items:

          # The sum
          - identifier: body
            type: POINTS_TOTAL
            valueType: NUMBER
            expression: du1
        # The first one # really
        # see the wiki
        # English
        # Not more
        # points
        # The end

        """)
  }

  @Test("A hash inside a text is no comment, however the text is written")
  func texts() {
    let text = """
      items:
        - type: OTHER
          identifier: a
          expression: |
            b +
            # no comment
            c
        # one
        - {identifier: b, name: 'x # y'}
        - identifier: c
          expression: "b
            # no comment
            + 1"  # two
      """
    let reading = StructureReading(Data(text.utf8))
    #expect(reading.problems == [])
    let written = reading.file.text(keeping: reading)
    #expect(written.components(separatedBy: "\n").count { $0.contains("# one") } == 1)
    #expect(!written.contains("\n    # no comment"))
    #expect(StructureReading(Data(written.utf8)).file == reading.file)
  }

  @Test("A comment behind a text of several lines stays, a line of a text never becomes one")
  func severalLines() {
    let text = """
      items:
        - identifier: a
          # In Czech
          name:
            cs: "První
              úkol"  # by Jana
            # In English
            en: |
              # First
              # task
          type: OTHER  # any
          expression: 'b
            + ''c'''  # the sum

          # The end
          hidden: true
      """
    let reading = StructureReading(Data(text.utf8))
    #expect(reading.problems == [])
    let written = reading.file.text(keeping: reading)
    #expect(
      written == """
        items:
          - identifier: a
            # In Czech
            name:
              cs: První úkol  # by Jana
              # In English
              en: "# First\\n# task\\n"
            type: OTHER  # any
            valueType: NUMBER

            # The end
            hidden: true
            expression: b + 'c'  # the sum

        """)
  }

  @Test("A quote inside a text without quotes hides no comment, nor does the beginning of a block")
  func quotes() {
    let text = """
      items:
        - identifier: a
          name:
            en: Week - 'twas  # by Jana
          type: OTHER
          valueType: NUMBER

          expression: |  # the sum

            b +
            # c

      """
    let reading = StructureReading(Data(text.utf8))
    #expect(reading.problems == [])
    let expression = #"expression: "\nb +\n# c\n"  # the sum"#
    #expect(
      reading.file.text(keeping: reading)
        == text.replacing("expression: |  # the sum\n\n      b +\n      # c", with: expression))
  }
}
