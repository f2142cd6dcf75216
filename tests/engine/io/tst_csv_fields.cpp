// SPDX-License-Identifier: Apache-2.0
#include "engine/io/text.h"

#include <QTest>

using namespace nestloom;
using Fields = std::vector<std::string>;
Q_DECLARE_METATYPE(Fields)

class CsvFieldsTest : public QObject {
    Q_OBJECT
private slots:
    void aLineIsSplit_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<char>("separator");
        QTest::addColumn<Fields>("fields");
        const auto row = [](const char* name, const char* line, const Fields& fields, char separator = ',') {
            QTest::newRow(name) << QByteArray(line) << separator << fields;
        };
        row("plain", "a,b,c", {"a", "b", "c"});
        row("blanks around", " a ,\tb , c d\r", {"a", "b", "c d"});
        row("empty ones", ",a,", {"", "a", ""});
        row("nothing", "", {""});
        row("quoted separator", "\"conv1, 3x3\",224", {"conv1, 3x3", "224"});
        row("quoted blanks", "\" a \",b", {" a ", "b"});
        row("doubled quotes", "\"3\"\" wafer\",1", {"3\" wafer", "1"});
        row("quotes inside", "3\" wafer,1", {"3\" wafer", "1"});
        row("no end of quotes", "\"a,b", {"a,b"});
        row("behind the quotes", "\"a\"b,c", {"ab", "c"});
        row("semicolons", "\"a;b\";c,d", {"a;b", "c,d"}, ';');
        row("tabs", "a\t\"b\"\tc", {"a", "b", "c"}, '\t');
    }

    void aLineIsSplit()
    {
        QFETCH(QByteArray, line);
        QFETCH(char, separator);
        QFETCH(Fields, fields);
        QVERIFY(io::csvFields(line.toStdString(), separator) == fields);
    }
};

QTEST_GUILESS_MAIN(CsvFieldsTest)
#include "tst_csv_fields.moc"
