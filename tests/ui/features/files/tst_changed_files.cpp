// SPDX-License-Identifier: GPL-3.0-or-later
// Files that another program writes while they are open here.
#include "tests/support/read_file.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/widgets/banner.h"
#include "ui/workbench/file_opener.h"

#include <QPushButton>

namespace nestloom::ui {

namespace {

/// An accelerator in a file of its own.
struct OpenFile : WindowFixture {
    OpenFile()
    {
        yaml = session.accelerators().front().yaml.toUtf8();
        write(yaml);
        window.files().open({path});
    }
    void write(const QByteArray& text) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    QByteArray withClock(const char* clock) const { return QByteArray(yaml).replace("clock: 1 GHz", clock); }
    void edit()
    {
        hardware::Accelerator changed = document().value();
        changed.macEnergy = Picojoules{7};
        document().setValue(QStringLiteral("mac.energy"), changed);
    }
    AcceleratorDocument& document() { return window.workbench().document(); }
    double gigahertz() { return document().value().clock.count / 1e9; }
    Banner* banner() { return window.findChild<Banner*>(QStringLiteral("changedBanner")); }
    void click(const char* name) { banner()->findChild<QPushButton*>(QString::fromLatin1(name))->click(); }

    const QString path = settings.path(QStringLiteral("own.yaml"));
    QByteArray yaml;
};

} // namespace

class TestChangedFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatHasNoEditsIsReadAgain()
    {
        OpenFile f;
        QCOMPARE(f.document().path(), f.path);
        f.write(f.withClock("clock: 2 GHz"));
        QTRY_COMPARE(f.gigahertz(), 2.0);
        QVERIFY(!f.document().isDirty() && f.banner() == nullptr);
        f.document().history().undo(); // the text before is not lost
        QCOMPARE(f.gigahertz(), 1.0);
        QVERIFY(f.document().isDirty());
    }

    void whatIsAskedAboutIsReadWhenTheEditsAreUndone()
    {
        OpenFile f;
        f.edit();
        f.write(f.withClock("clock: 2 GHz"));
        QTRY_VERIFY(f.banner() != nullptr);
        f.document().history().undo();
        QVERIFY(!f.document().isDirty());
        QTRY_COMPARE(f.gigahertz(), 2.0);
        QTRY_VERIFY(f.banner() == nullptr);
    }

    void aFileSavedUnderAnotherNameIsWatched()
    {
        OpenFile f;
        f.edit();
        const QString other = f.settings.path(QStringLiteral("other.yaml"));
        QVERIFY(f.window.workbench().saveAccelerator(other));
        QTest::qWait(400); // it is taken up within a moment
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(f.withClock("clock: 2 GHz")) > 0);
        file.close();
        QTRY_COMPARE(f.gigahertz(), 2.0);
    }

    void editsAreAskedAboutAndStayInUndo()
    {
        OpenFile f;
        f.edit();
        f.write(f.withClock("clock: 2 GHz"));
        QTRY_VERIFY(f.banner() != nullptr);
        QVERIFY(f.banner()->text().contains(QStringLiteral("own.yaml was changed by another program")));
        QCOMPARE(f.gigahertz(), 1.0);
        f.click("readAgain");
        QCOMPARE(f.gigahertz(), 2.0);
        QVERIFY(!f.document().isDirty());
        f.document().history().undo();
        QCOMPARE(f.document().value().macEnergy.count, 7.0);
        QTRY_VERIFY(f.banner() == nullptr);
    }

    void savingDoesNotOverwriteWhatWasNotSeen()
    {
        OpenFile f;
        f.edit();
        const QByteArray theirs = f.withClock("clock: 3 GHz");
        f.write(theirs);
        f.window.actions().saveAccelerator->trigger(); // before anything was noticed
        QCOMPARE(tests::bytesOf(f.path), theirs);
        QVERIFY(f.banner() != nullptr && f.banner()->text().startsWith(QStringLiteral("Not saved: own.yaml")));
        f.click("keepMine");
        QVERIFY(tests::bytesOf(f.path) != theirs && tests::bytesOf(f.path).contains("energy: 7 pJ"));
        QVERIFY(!f.document().isDirty());
        QTRY_VERIFY(f.banner() == nullptr);
    }

    void recoveredEditsAreOfTheFileAsItWasThen()
    {
        OpenFile f;
        const QString saved = QString::fromUtf8(f.yaml);
        f.write(f.withClock("clock: 2 GHz")); // after the crash
        QTRY_COMPARE(f.gigahertz(), 2.0);
        QVERIFY(f.window.workbench().restoreEdit(
            {f.path, QStringLiteral("own"), saved,
             QString(saved).replace(QStringLiteral("clock: 1 GHz"), QStringLiteral("clock: 4 GHz"))}));
        f.window.actions().saveAccelerator->trigger();
        QCOMPARE(tests::bytesOf(f.path), f.withClock("clock: 2 GHz"));
        QVERIFY(f.banner() != nullptr);
    }

    void aBannerThatWasClosedComesBackWhenOneSaves()
    {
        OpenFile f;
        f.edit();
        f.write(f.withClock("clock: 3 GHz"));
        f.window.actions().saveAccelerator->trigger();
        f.banner()->hide();
        f.window.actions().saveAccelerator->trigger();
        QTRY_VERIFY(f.banner() != nullptr && f.banner()->isVisible());
    }

    void whatWasKeptIsSavedWithoutAnotherWord()
    {
        OpenFile f;
        f.edit();
        f.write(f.withClock("clock: 2 GHz"));
        QTRY_VERIFY(f.banner() != nullptr);
        f.click("keepMine");
        QTRY_VERIFY(f.banner() == nullptr);
        QVERIFY(f.document().isDirty());
        f.window.actions().saveAccelerator->trigger();
        QVERIFY(f.banner() == nullptr);
        QVERIFY(tests::bytesOf(f.path).contains("energy: 7 pJ"));
    }

    void aBrokenTextIsShownWithItsErrors()
    {
        OpenFile f;
        f.write(f.withClock("clock: fast"));
        QTRY_VERIFY(f.document().state().yamlError.has_value());
        QCOMPARE(f.gigahertz(), 1.0); // the last that could be read
        f.write(f.yaml);
        QTRY_VERIFY(!f.document().state().yamlError);
    }

    void aFileThatIsGoneIsToldAndCountsAsNotSaved()
    {
        OpenFile f;
        QTest::qWait(300); // it is watched
        QVERIFY(!f.document().isDirty() && QFile::remove(f.path));
        QTRY_VERIFY(f.banner() != nullptr && f.banner()->text().startsWith(u"own.yaml was deleted or moved"));
        QVERIFY(f.document().isDirty());
        f.click("saveMissing");
        QCOMPARE(tests::bytesOf(f.path), f.yaml);
        QVERIFY(!f.document().isDirty());
        QTRY_VERIFY(f.banner() == nullptr);
    }

    void aFileThatComesBackIsReadAgain()
    {
        OpenFile f;
        QTest::qWait(300);
        QVERIFY(QFile::remove(f.path));
        QTRY_VERIFY(f.document().isMissing());
        f.write(f.withClock("clock: 2 GHz"));
        QTRY_COMPARE(f.gigahertz(), 2.0);
        QVERIFY(!f.document().isDirty());
        QTRY_VERIFY(f.banner() == nullptr);
    }

    void theChosenNetworkIsReadAgain()
    {
        OpenFile f;
        const QString network = f.settings.path(QStringLiteral("net.yaml"));
        const auto text = [](const char* channels) {
            return QByteArray("network:\n  name: net\n  layers:\n    - {name: a, P: 4, Q: 4, C: ") + channels
                   + ", K: 8, R: 1, S: 1}\n";
        };
        const auto write = [&](const QByteArray& yaml) {
            QFile file(network);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(yaml) == yaml.size());
        };
        write(text("3"));
        f.window.files().open({network});
        QCOMPARE(f.window.workbench().network().name, std::string("net"));
        QTest::qWait(300); // it is watched
        write(text("5"));
        QTRY_COMPARE(f.window.workbench().network().layers.front().bounds[workload::LoopDimension::C], std::int64_t(5));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestChangedFiles)
#include "tst_changed_files.moc"
