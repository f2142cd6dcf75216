// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/features/jobs/jobs_strip.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QToolButton>

namespace nestloom::ui {

namespace {

QString textOf(const QWidget& strip)
{
    QStringList all;
    for (const QLabel* label : strip.findChildren<QLabel*>())
        if (label->isVisible())
            all << label->text();
    return all.join(QLatin1Char('|'));
}

QToolButton* button(const QWidget& strip, const QString& text)
{
    for (auto* candidate : strip.findChildren<QToolButton*>())
        if (candidate->text() == text)
            return candidate;
    return nullptr;
}

} // namespace

class TestJobsStrip : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsAboutTheJobAndCancelsIt();
    void prefersWhatRuns();
    void opensThePanelWithAllJobs();
};

void TestJobsStrip::tellsAboutTheJobAndCancelsIt()
{
    WindowFixture f;
    auto* strip = f.find<QWidget>("jobsStrip");
    QVERIFY(textOf(*strip).isEmpty());
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 1234));
    QVERIFY2(textOf(*strip).contains(QStringLiteral("layers")), qPrintable(textOf(*strip)));
    QVERIFY(button(*strip, QStringLiteral("Cancel"))->isVisible());
    button(*strip, QStringLiteral("Cancel"))->click();
    QCOMPARE(f.session.cancelled, std::vector<JobId>{job});
    QVERIFY2(textOf(*strip).contains(QStringLiteral("cancelled")), qPrintable(textOf(*strip)));
    QVERIFY(!button(*strip, QStringLiteral("Cancel"))->isVisible());
}

void TestJobsStrip::prefersWhatRuns()
{
    QAction toggle(QStringLiteral("Jobs"));
    JobsStrip strip(toggle);
    static_cast<QWidget&>(strip).show();
    JobState state;
    state.id = 4;
    state.title = "CoSA a on b";
    strip.show(state, 3);
    QVERIFY(textOf(strip).contains(QStringLiteral("CoSA a on b and 2 more")));
    state.end = JobState::End::Failed;
    state.message = "the solver died";
    strip.show(state, 0);
    QVERIFY(textOf(strip).contains(QStringLiteral("failed")));
    QCOMPARE(strip.toolTip(), QStringLiteral("the solver died"));
    strip.show({}, 0);
    QVERIFY(textOf(strip).isEmpty());
}

void TestJobsStrip::opensThePanelWithAllJobs()
{
    WindowFixture f;
    auto* dock = f.find<QDockWidget>("jobsDock");
    QVERIFY(!dock->isVisible()); // the room is the views'
    button(*f.find<QWidget>("jobsStrip"), QStringLiteral("Jobs"))->click();
    QVERIFY(dock->isVisible());
    button(*f.find<QWidget>("jobsStrip"), QStringLiteral("Jobs"))->click();
    QVERIFY(!dock->isVisible());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestJobsStrip)
#include "tst_jobs_strip.moc"
