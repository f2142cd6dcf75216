// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits survive the death of the window. Started with --edit FOLDER SETTINGS, this program is the window that
// dies: it edits simba, lets the autosave run, says so, and waits to be killed.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/recovery/recovery.h"
#include "ui/widgets/banner.h"
#include "ui/window/problems_line.h"

#include <QAction>
#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>

#include <cstdio>
#include <cstring>

namespace nestloom::ui {

namespace {

constexpr int kSoonMs = 20;

hardware::Accelerator withCapacity(const Workbench& workbench, std::int64_t bytes)
{
    hardware::Accelerator value = workbench.document().value();
    value.levels[1].capacity = Bytes{bytes};
    return value;
}

void edit(Workbench& workbench, std::int64_t bytes)
{
    workbench.document().setValue(QStringLiteral("levels[1].capacity"), withCapacity(workbench, bytes));
}

QStringList files(const QString& folder) { return QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files); }

int editAndWait(const QString& folder)
{
    WindowFixture f;
    f.window.findChild<Recovery*>()->start(folder, kSoonMs);
    edit(f.window.workbench(), 12345);
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&folder] {
        if (!files(folder).isEmpty()) {
            std::puts("saved");
            std::fflush(stdout);
        }
    });
    look.start(kSoonMs);
    return QCoreApplication::exec();
}

} // namespace

class TestRecovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void editsSurviveAKilledWindow();
    void keptForLaterIsOfferedAgain();
    void discardAsksFirst();
    void aWindowThatStillRunsKeepsItsEdits();
    void savedEditsAreNotKept();
    void whatIsOpenAlreadyIsNotOffered();
    void aBrokenFileIsToldAndLeftAlone();
    void aTextWithErrorsIsRecoveredToo();

private:
    static QString abandon(const ScratchSettings& settings, const std::vector<UnsavedEdit>& edits)
    {
        const QString folder = settings.path(QStringLiteral("recovery"));
        RecoveryFolder gone(folder);
        if (!gone.write(edits))
            return {};
        return folder; // the lock goes with the object, as if the window had ended
    }
    static UnsavedEdit edited(const WindowFixture& f, const QString& from, const QString& to)
    {
        const AcceleratorEntry entry = f.session.accelerators().front();
        QString text = entry.yaml;
        return {entry.path, entry.name, entry.yaml, text.replace(from, to)};
    }
    static Recovery* start(WindowFixture& f, const QString& folder)
    {
        auto* recovery = f.window.findChild<Recovery*>();
        recovery->start(folder, kSoonMs);
        return recovery;
    }
    static QPushButton* button(WindowFixture& f, const QString& text)
    {
        if (auto* banner = f.find<Banner>("recoveryBanner"))
            for (auto* each : banner->findChildren<QPushButton*>())
                if (each->text() == text)
                    return each;
        return nullptr;
    }
};

void TestRecovery::editsSurviveAKilledWindow()
{
    WindowFixture f;
    const QString folder = f.settings.path(QStringLiteral("recovery"));
    QProcess window;
    window.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--edit"), folder});
    QVERIFY(window.waitForReadyRead(30'000));
    QCOMPARE(window.readAllStandardOutput().trimmed().left(5), QByteArray("saved"));
    window.kill(); // SIGKILL
    QVERIFY(window.waitForFinished(10'000));
    QCOMPARE(window.exitStatus(), QProcess::CrashExit);
    QCOMPARE(files(folder).size(), 1);

    start(f, folder);
    QPushButton* recover = button(f, QStringLiteral("Recover"));
    QVERIFY(recover != nullptr && recover->isVisible());
    QVERIFY(f.find<Banner>("recoveryBanner")->text().contains(QStringLiteral("simba")));
    QCOMPARE(f.window.workbench().document().value().levels[1].capacity->count, 64 * 1024); // not before being asked
    const QStringList before = files(folder);
    recover->click();
    QCOMPARE(f.window.workbench().document().value().levels[1].capacity->count, 12345);
    QVERIFY(f.window.workbench().document().isDirty());
    QCOMPARE(files(folder).size(), 1); // now this window's own
    QVERIFY(files(folder) != before);
    f.window.actions().undo->trigger();
    QCOMPARE(f.window.workbench().document().value().levels[1].capacity->count, 64 * 1024);
}

void TestRecovery::keptForLaterIsOfferedAgain()
{
    WindowFixture f;
    const QString folder = abandon(f.settings, {edited(f, QStringLiteral("64 KiB"), QStringLiteral("48 KiB"))});
    start(f, folder);
    button(f, QStringLiteral("Keep for later"))->click();
    QTRY_VERIFY(f.find<Banner>("recoveryBanner") == nullptr);
    QCOMPARE(files(folder).size(), 1);
    f.find<QAction>("recoverEdits")->trigger();
    QVERIFY(button(f, QStringLiteral("Recover")) != nullptr);
    WindowFixture next;
    start(next, folder);
    QVERIFY(button(next, QStringLiteral("Recover")) != nullptr);
}

void TestRecovery::discardAsksFirst()
{
    WindowFixture f;
    const QString folder = abandon(f.settings, {edited(f, QStringLiteral("64 KiB"), QStringLiteral("48 KiB"))});
    start(f, folder);
    for (const auto& [answer, left] : {std::pair{QStringLiteral("Keep"), 1}, std::pair{QStringLiteral("Discard"), 0}}) {
        button(f, QStringLiteral("Discard..."))->click();
        auto* question = f.find<QMessageBox>("discardQuestion");
        QVERIFY(question != nullptr && question->text().contains(QStringLiteral("simba")));
        QCOMPARE(files(folder).size(), 1);
        for (QAbstractButton* each : question->buttons())
            if (each->text() == answer)
                each->click();
        QCOMPARE(files(folder).size(), left);
        QTRY_VERIFY(f.find<QMessageBox>("discardQuestion") == nullptr);
    }
    QVERIFY(!f.find<QAction>("recoverEdits")->isEnabled());
}

void TestRecovery::aWindowThatStillRunsKeepsItsEdits()
{
    WindowFixture f;
    const QString folder = f.settings.path(QStringLiteral("recovery"));
    RecoveryFolder running(folder);
    QVERIFY(running.write({edited(f, QStringLiteral("64 KiB"), QStringLiteral("48 KiB"))}));
    QVERIFY(start(f, folder)->abandoned().empty());
    QVERIFY(button(f, QStringLiteral("Recover")) == nullptr);
    QCOMPARE(files(folder).size(), 1);
}

void TestRecovery::savedEditsAreNotKept()
{
    WindowFixture f;
    const QString folder = f.settings.path(QStringLiteral("recovery"));
    auto* recovery = start(f, folder);
    QVERIFY(files(folder).isEmpty());
    edit(f.window.workbench(), 32 * 1024);
    QTRY_COMPARE(files(folder).size(), 1);
    QVERIFY(f.window.workbench().saveAccelerator(f.settings.path(QStringLiteral("mine.yaml"))));
    recovery->saveNow();
    QVERIFY(files(folder).isEmpty());
}

void TestRecovery::whatIsOpenAlreadyIsNotOffered()
{
    WindowFixture f;
    const UnsavedEdit same = edited(f, QStringLiteral("64 KiB"), QStringLiteral("48 KiB"));
    const QString folder = abandon(f.settings, {same});
    f.window.workbench().document().setYaml(same.text); // as the settings of a proper end bring it back
    start(f, folder);
    QVERIFY(button(f, QStringLiteral("Recover")) == nullptr);
    QCOMPARE(files(folder).size(), 1); // this window's own
}

void TestRecovery::aBrokenFileIsToldAndLeftAlone()
{
    WindowFixture f;
    const QString folder = f.settings.path(QStringLiteral("recovery"));
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + QStringLiteral("/half.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"version\": 1, \"edits\": [{");
    file.close();
    start(f, folder);
    QVERIFY(button(f, QStringLiteral("Recover")) == nullptr);
    QVERIFY(f.window.problems()->text().contains(QStringLiteral("half.json")));
    QVERIFY(file.exists());
}

void TestRecovery::aTextWithErrorsIsRecoveredToo()
{
    WindowFixture f;
    UnsavedEdit broken = edited(f, QStringLiteral("capacity"), QStringLiteral("capacityx"));
    broken.path = QStringLiteral("run:12"); // of a run: no file, not in the library
    start(f, abandon(f.settings, {broken}));
    button(f, QStringLiteral("Recover"))->click();
    QCOMPARE(f.window.workbench().document().state().yaml, broken.text);
    QVERIFY(f.window.workbench().document().state().yamlError.has_value());
    QCOMPARE(f.window.workbench().document().value().name, std::string("simba"));
}

} // namespace nestloom::ui

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc == 3 && std::strcmp(argv[1], "--edit") == 0)
        return nestloom::ui::editAndWait(QString::fromLocal8Bit(argv[2]));
    nestloom::ui::TestRecovery test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_recovery.moc"
