/// The courses of the demo student, as `grades courses` prints them from 80 columns on and into a pipe.
package let demoCourses = """
  Winter 2026/27 (B261)                                  Adéla Zkušební

  Studying     Course                            Points   Grade  Unread
    XI-BEZ.22  Health and Safety                  20          Z
    XI-DAT.23  Database Systems                   70.75       C  ● 1
    XI-EKO.21  Ekonomika podnikání                 –     passed
    XI-LOG.23  Logic and Sets                     93          A
    XI-PRJ.22  Software Team Project              87          B
    XI-SIT.21  Computer Networks                  79          C  ● 1
    XI-TEO.24  Game Theory                         –          –
    XI-TVA     Physical Education                  –          –
    XI-ZPT.23  Basics of Programming Techniques   80.25       B  ● 1

  """
