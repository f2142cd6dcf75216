// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/printable.h"

#include <QtTest>

using nestloom::report::printable;

class TestPrintable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void controlCharactersAreWritten_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("layer1.0.conv1") << QByteArray("layer1.0.conv1");
        QTest::newRow("other alphabets") << QByteArray("\u00b5m \u2192 \u4e2d\u6587 \U0001F600")
                                         << QByteArray("\u00b5m \u2192 \u4e2d\u6587 \U0001F600");
        QTest::newRow("title of the terminal") << QByteArray("\x1b]0;pwned\x07") << QByteArray("\\x1b]0;pwned\\x07");
        QTest::newRow("rows") << QByteArray("a\r\nb\tc") << QByteArray("a\\x0d\\nb\\tc");
        QTest::newRow("delete") << QByteArray("a\x7f") << QByteArray("a\\x7f");
        QTest::newRow("C1") << QByteArray("\u009b2J") << QByteArray("\\x9b2J");
        QTest::newRow("right to left") << QByteArray("a\u202eb\u2066c\u200f") << QByteArray("a\\u202eb\\u2066c\\u200f");
        QTest::newRow("line separator") << QByteArray("a\u2028b") << QByteArray("a\\u2028b");
        QTest::newRow("cut") << QByteArray("a\xe2\x80") << QByteArray("a\xe2\x80");
    }
    void controlCharactersAreWritten()
    {
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(name.toStdString())), shown);
    }

    void wholeTextsKeepTheirLines() { QCOMPARE(printable("a\n\tb\x1b[0m", true), std::string("a\n\tb\\x1b[0m")); }
};

QTEST_APPLESS_MAIN(TestPrintable)
#include "tst_printable.moc"
