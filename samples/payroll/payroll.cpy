      * An employee, as the payroll program writes it.
       01  EMPLOYEE.
           05  EMPLOYEE-ID       PIC 9(6).
           05  FULL-NAME         PIC X(20).
           05  HIRED             PIC X(8).
           05  SALARY            PIC S9(7)V99 COMP-3.
           05  OVERTIME          PIC S9(3)V9.
           05  CHILDREN          PIC 9(4) COMP.
           05  CHILD OCCURS 0 TO 9 DEPENDING ON CHILDREN.
               10  FIRST-NAME    PIC X(12).
               10  BORN          PIC 9(4).
