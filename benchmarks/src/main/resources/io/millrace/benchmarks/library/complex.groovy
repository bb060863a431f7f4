import groovy.xml.XmlNodePrinter
import groovy.xml.XmlParser

// The complex compute node: everything is copied, and TestCase gets one child more.
def parser = new XmlParser(false, false)
parser.keepIgnorableWhitespace = true
def csim = parser.parse(new ByteArrayInputStream((byte[]) body))
def testCase = csim.TestCase[0]
def elements = testCase.Stack[0].ProcessingPath[0].Element
def path = testCase.appendNode('ProcessingPath')
elements.take(20).each { element ->
    def component = path.appendNode('Component')
    component.appendNode('Name', element.COMPONENT[0].text())
    component.appendNode('Transport', [Type: 'A']).appendNode('Queue', element.QUEUE[0].text())
}
def bytes = new ByteArrayOutputStream(body.length + 4096)
def out = new PrintWriter(new OutputStreamWriter(bytes, 'UTF-8'))
def printer = new XmlNodePrinter(new IndentPrinter(out, '', false, false))
printer.preserveWhitespace = true
printer.print(csim)
out.flush()
bytes.toByteArray()
