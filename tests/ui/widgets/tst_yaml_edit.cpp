// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/yaml_edit.h"

#include <QTest>

using namespace nestloom::ui;

class TestYamlEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewLineBeginsWhereItsMapDoes_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("map") << QStringLiteral("  clock: 1 GHz") << QStringLiteral("  clock: 1 GHz\n  x");
        QTest::newRow("entry") << QStringLiteral("    - name: A") << QStringLiteral("    - name: A\n      x");
        QTest::newRow("key") << QStringLiteral("network:") << QStringLiteral("network:\n  x");
        QTest::newRow("key with a comment") << QStringLiteral("  a:  # b") << QStringLiteral("  a:  # b\n    x");
        QTest::newRow("key of an entry") << QStringLiteral("- a:") << QStringLiteral("- a:\n    x");
        QTest::newRow("whole entry") << QStringLiteral("  - {a: 1, b: 2}") << QStringLiteral("  - {a: 1, b: 2}\n  x");
        QTest::newRow("word of a list") << QStringLiteral("  - relu") << QStringLiteral("  - relu\n  x");
        QTest::newRow("dash alone") << QStringLiteral("  - ") << QStringLiteral("  - \n    x");
        QTest::newRow("not a dash of an entry") << QStringLiteral("-1") << QStringLiteral("-1\nx");
    }
    void aNewLineBeginsWhereItsMapDoes()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        YamlEdit edit;
        edit.setPlainText(before);
        edit.moveCursor(QTextCursor::End);
        QTest::keyClick(&edit, Qt::Key_Return);
        QTest::keyClicks(&edit, QStringLiteral("x"));
        QCOMPARE(edit.toPlainText(), after);
    }
    void aLineIsBrokenAtTheCursor()
    {
        YamlEdit edit;
        edit.setPlainText(QStringLiteral("  a: b"));
        QTextCursor cursor = edit.textCursor();
        cursor.setPosition(1); // within what leads the line
        edit.setTextCursor(cursor);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(edit.toPlainText(), QStringLiteral(" \n  a: b"));
        edit.setReadOnly(true);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(edit.toPlainText(), QStringLiteral(" \n  a: b"));
    }
};

QTEST_MAIN(TestYamlEdit)
#include "tst_yaml_edit.moc"
