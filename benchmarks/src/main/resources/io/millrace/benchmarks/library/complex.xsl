<?xml version="1.0" encoding="UTF-8"?>
<!-- The complex compute node: everything is copied, and TestCase gets one child more. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8" omit-xml-declaration="yes"/>
  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>
  <xsl:template match="/CSIM/TestCase">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
      <ProcessingPath>
        <xsl:for-each select="Stack/ProcessingPath/Element[position() &lt;= 20]">
          <Component>
            <Name><xsl:value-of select="COMPONENT"/></Name>
            <Transport Type="A">
              <Queue><xsl:value-of select="QUEUE"/></Queue>
            </Transport>
          </Component>
        </xsl:for-each>
      </ProcessingPath>
    </xsl:copy>
  </xsl:template>
</xsl:stylesheet>
