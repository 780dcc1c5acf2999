/// Raw responses in the shape of each year (Service contract, 6.7–6.9), on invented people and
/// courses.
enum YearAnswers {
  /// Endpoint 6 in 2018: unsorted, one index for the whole course, no parents, no times,
  /// `calculated`, two final scores and no total of points.
  static let record2018 = #"""
    {
      "username": "zkusade1", "firstName": "Adéla", "lastName": "Zkušební", "fullName": "Adéla Zkušební",
      "email": "zkusade1@example.org",
      "studentClassificationFullDtos": [
        { "id": 703, "identifier": "znamka", "lowercaseIdentifier": "znamka", "courseCode": "XI-AAA",
          "semesterCode": "B171", "calculated": true, "classificationType": "FINAL_SCORE", "valueType": "STRING",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Známka" } ], "hidden": false, "mandatory": false,
          "index": 3, "minimumRequiredValue": null, "maximumValue": null, "expression": "MARK(body)",
          "value": "D", "note": null },
        { "id": 701, "identifier": "ukol_1", "lowercaseIdentifier": "ukol_1", "courseCode": "XI-AAA",
          "semesterCode": "B171", "calculated": false, "classificationType": "HOMEWORK", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Úkol 1" }, { "identifier": "en", "name": "Homework 1" } ],
          "hidden": false, "mandatory": true, "index": 0, "minimumRequiredValue": 2.0, "maximumValue": 10.0,
          "expression": null, "value": 4.0, "note": "" },
        { "id": 704, "identifier": "tajna", "lowercaseIdentifier": "tajna", "courseCode": "XI-AAA",
          "semesterCode": "B171", "calculated": false, "classificationType": "OTHER", "valueType": "BOOLEAN",
          "classificationTextDtos": [], "hidden": true, "mandatory": false, "index": 1,
          "minimumRequiredValue": null, "maximumValue": null, "expression": null, "value": false, "note": "" },
        { "id": 702, "identifier": "body", "lowercaseIdentifier": "body", "courseCode": "XI-AAA",
          "semesterCode": "B171", "calculated": true, "classificationType": "FINAL_SCORE", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Body" } ], "hidden": false, "mandatory": false,
          "index": 2, "minimumRequiredValue": 50.0, "maximumValue": 100.0,
          "expression": "SUM(`ukol_[0-9]+`) + 59.5", "value": 63.5, "note": null }
      ]
    }
    """#

  /// Endpoint 6 in 2019: sorted by an index that restarts under every parent, parents by id only,
  /// `evaluationType` and bounds, times, and the year of study in `grade`.
  static let record2019 = #"""
    {
      "userId": null, "username": "zkusade1", "firstName": "Adéla", "lastName": "Zkušební",
      "fullName": "Adéla Zkušební", "email": "zkusade1@example.org", "personalNumber": "900001", "grade": 2,
      "parallelCodes": { "LECTURE": "555000111000", "TUTORIAL": "555000111222" },
      "studentClassificationFullDtos": [
        { "id": 900, "identifier": "semestr", "lowercaseIdentifier": "semestr", "parentId": null,
          "courseCode": "XI-AAA", "semesterCode": "B182", "evaluationType": "EXPRESSION",
          "classificationType": "OTHER_SEMESTER", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Semestr" } ], "skillDtos": [],
          "hidden": false, "index": 0, "minimumValue": 0, "minimumRequiredValue": 20, "maximumValue": 40,
          "expression": "SUM(`test[0-9]`)", "aggregatedIdentifier": null, "aggregationFunction": null,
          "aggregationScope": null, "value": 0, "note": null, "lastUpdated": 1556000000123 },
        { "id": 903, "identifier": "test2", "parentId": 900, "courseCode": "XI-AAA", "semesterCode": "B182",
          "evaluationType": "MANUAL", "classificationType": "SEMESTRAL_TEST", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Test 2" } ], "skillDtos": [],
          "hidden": false, "index": 1, "minimumValue": 0, "minimumRequiredValue": null, "maximumValue": 20,
          "expression": null, "value": null, "note": null, "lastUpdated": null },
        { "id": 902, "identifier": "test1", "parentId": 900, "courseCode": "XI-AAA", "semesterCode": "B182",
          "evaluationType": "MANUAL", "classificationType": "SEMESTRAL_TEST", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Test 1" } ], "skillDtos": [],
          "hidden": false, "index": 0, "minimumValue": 0, "minimumRequiredValue": null, "maximumValue": 20,
          "expression": null, "value": 0, "note": "", "lastUpdated": 1556000000000 },
        { "id": 901, "identifier": "celkem", "parentId": null, "courseCode": "XI-AAA", "semesterCode": "B182",
          "evaluationType": "EXPRESSION", "classificationType": "POINTS_TOTAL", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Celkem" } ], "skillDtos": [],
          "hidden": false, "index": 1, "minimumValue": 0, "minimumRequiredValue": 50, "maximumValue": 100,
          "expression": "semestr", "value": 0, "note": null, "lastUpdated": 1556000000123 }
      ]
    }
    """#

  /// Endpoint 6 in 2021: parents by id and identifier, no `lowercaseIdentifier`.
  static let record2021 = #"""
    {
      "userId": null, "username": "zkusade1", "firstName": "Adéla", "lastName": "Zkušební",
      "fullName": "Adéla Zkušební", "email": "zkusade1@example.org", "personalNumber": null, "grade": 3,
      "parallelCodes": {},
      "studentClassificationFullDtos": [
        { "id": 8001, "identifier": "du1", "parentId": 8000, "parentIdentifier": "du",
          "courseCode": "XI-AAA.23", "semesterCode": "B231", "evaluationType": "MANUAL",
          "classificationType": "HOMEWORK", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Úloha 1" }, { "identifier": "en", "name": "Task 1" } ],
          "skillDtos": [], "hidden": false, "index": 0, "minimumValue": 0, "minimumRequiredValue": 3,
          "maximumValue": 12, "expression": null, "aggregatedIdentifier": null, "aggregationFunction": null,
          "aggregationScope": null, "value": 7.25, "note": "pozdě", "lastUpdated": 1701388800000 },
        { "id": 8000, "identifier": "du", "parentId": null, "parentIdentifier": null,
          "courseCode": "XI-AAA.23", "semesterCode": "B231", "evaluationType": "EXPRESSION",
          "classificationType": "POINTS_TOTAL", "valueType": "NUMBER",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Úlohy" }, { "identifier": "en", "name": "Tasks" } ],
          "skillDtos": [], "hidden": false, "index": 0, "minimumValue": null, "minimumRequiredValue": null,
          "maximumValue": null, "expression": "SUM(`du[0-9]+`)", "value": 7.25, "note": null,
          "lastUpdated": 1701388800060 },
        { "id": 8002, "identifier": "zapocet", "parentId": null, "parentIdentifier": null,
          "courseCode": "XI-AAA.23", "semesterCode": "B231", "evaluationType": "EXPRESSION",
          "classificationType": "ASSESSMENT", "valueType": "BOOLEAN",
          "classificationTextDtos": [ { "identifier": "cs", "name": "Zápočet" }, { "identifier": "en", "name": "Credit" } ],
          "skillDtos": [], "hidden": false, "index": 1, "minimumValue": null, "minimumRequiredValue": 1,
          "maximumValue": null, "expression": "du >= 20", "value": false, "note": null,
          "lastUpdated": 1701388800060 }
      ]
    }
    """#

  /// Endpoint 7 in 2018: plain values, items without a value absent.
  static let group2018 = #"""
    [
      { "username": "zkusade1", "firstName": "Adéla", "lastName": "Zkušební", "fullName": null,
        "email": "zkusade1@example.org",
        "classificationMap": { "du1": 7.25, "body": 61.5, "znamka": "D", "zapocet": true } },
      { "username": "druhyst2", "firstName": "Čeněk", "lastName": "Druhý", "fullName": null,
        "email": "druhyst2@example.org", "classificationMap": { "zapocet": false } }
    ]
    """#

  /// Endpoint 7 in 2021: values as objects with time and author.
  static let group2021 = #"""
    [
      { "userId": null, "username": "zkusade1", "firstName": "Adéla", "lastName": "Zkušební", "fullName": null,
        "email": "zkusade1@example.org", "personalNumber": null, "grade": 2,
        "classificationMap": {
          "du1": { "id": null, "timestamp": 1701388800000, "value": 7.25, "note": "", "authorUsername": "ucitezk1" },
          "body": { "id": null, "timestamp": 1701388800060, "value": 61.5, "note": null, "authorUsername": "system" },
          "du2": { "id": null, "timestamp": null, "value": null, "note": null, "authorUsername": null }
        },
        "parallelCodes": { "TUTORIAL": "555000111222" }, "parallelNumbers": { "TUTORIAL": null } }
    ]
    """#
}
