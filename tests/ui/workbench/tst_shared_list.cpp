// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/shared_list.h"

#include "tests/ui/support/scratch_settings.h"

#include <QSettings>
#include <QtTest>

namespace nestloom::ui {

class TestSharedList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatAnotherWindowAddedStays();
    void theOldestGoWhereThereAreTooMany();
};

void TestSharedList::whatAnotherWindowAddedStays()
{
    const ScratchSettings scratch;
    QSettings settings;
    settings.setValue(QStringLiteral("list"), QStringList{QStringLiteral("old")});
    SharedList one(QStringLiteral("list")), other(QStringLiteral("list"));
    QCOMPARE(one.read(settings), QStringList{QStringLiteral("old")});
    other.read(settings);
    one.write(settings, {QStringLiteral("a"), QStringLiteral("old")});
    other.write(settings, {QStringLiteral("b")}); // which has taken "old" out
    const QStringList both{QStringLiteral("b"), QStringLiteral("a")};
    QCOMPARE(settings.value(QStringLiteral("list")).toStringList(), both);
    one.write(settings, {QStringLiteral("a")});
    QCOMPARE(settings.value(QStringLiteral("list")).toStringList(),
             (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    other.write(settings, {});
    QCOMPARE(settings.value(QStringLiteral("list")).toStringList(), QStringList{QStringLiteral("a")});
}

void TestSharedList::theOldestGoWhereThereAreTooMany()
{
    const ScratchSettings scratch;
    QSettings settings;
    SharedList list(QStringLiteral("list"));
    list.write(settings, {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}, 2);
    QCOMPARE(settings.value(QStringLiteral("list")).toStringList(),
             (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSharedList)
#include "tst_shared_list.moc"
