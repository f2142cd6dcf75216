// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/empty_page.h"

#include "ui/ports/run_history.h"
#include "ui/ports/session.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>

namespace nestloom::ui {

EmptyPage::EmptyPage(Workbench& workbench, QAction* run, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_title(new QLabel(this)), m_text(new QLabel(this)),
      m_run(new QPushButton(tr("Run"), this)), m_again(new QPushButton(tr("Run again"), this))
{
    m_title->setFont(headlineFont(font()));
    m_title->setAlignment(Qt::AlignCenter);
    m_text->setObjectName(QStringLiteral("emptyText"));
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_run->setProperty("primary", true);
    m_run->setMinimumWidth(160);
    m_again->setObjectName(QStringLiteral("emptyRunAgain"));
    m_again->setProperty("primary", true);
    m_again->setMinimumWidth(160);
    m_again->setToolTip(tr("With the inputs, options and seed that the run had, whatever stands in the window"));
    connect(m_again, &QPushButton::clicked, this,
            [this] { m_workbench.session().runHistory().runAgain(m_workbench.shownRun()); });
    const auto follow = [this, run] {
        m_run->setEnabled(run->isEnabled());
        m_run->setToolTip(run->toolTip());
    };
    connect(run, &QAction::changed, m_run, follow);
    connect(m_run, &QPushButton::clicked, run, &QAction::trigger);
    follow();
    setLayout(columnOf({LinePart::room(2),
                        m_title,
                        m_text,
                        {m_run, 0, Qt::AlignHCenter},
                        {m_again, 0, Qt::AlignHCenter},
                        LinePart::room(3)},
                       12, {9, 9, 9, 9}));
    connect(&m_workbench, &Workbench::editsChanged, this, &EmptyPage::refresh);
    connect(&m_workbench, &Workbench::networkChanged, this, &EmptyPage::refresh);
    connect(&m_workbench, &Workbench::contextChanged, this, &EmptyPage::refresh);
    connect(&m_workbench, &Workbench::optionsChanged, this, &EmptyPage::refresh); // another engine
    connect(&m_workbench, &Workbench::wholeJobChanged, this, &EmptyPage::refresh);
    connect(&m_workbench, &Workbench::jobTold, this, [this](const JobState& job) {
        if (job.id == m_workbench.wholeJob() && job.end == JobState::End::Running)
            m_text->setText(tr("%1, %2").arg(qt(job.title), format::percent(job.fraction)));
    });
    refresh();
}

void EmptyPage::refresh()
{
    const RunId whole = m_workbench.shownRun();
    const bool isGoing = m_workbench.wholeJob() != 0;
    m_title->setText(isGoing      ? tr("A run of the whole network is going on")
                     : whole != 0 ? tr("Run %1 has no result").arg(whole)
                                  : tr("Nothing mapped yet"));
    m_run->setVisible(!isGoing && whole == 0);
    m_again->setVisible(!isGoing && whole != 0);
    if (isGoing)
        return m_text->setText(tr("It is shown when it is done."));
    if (whole != 0)
        return m_text->setText(tr("It ended before there was anything to show."));
    if (const QString reason = m_workbench.whyNotRun(); !reason.isEmpty())
        return m_text->setText(reason);
    m_text->setText(
        tr("Run (Ctrl+R) maps the %1 of %2 onto %3.\nOr open one of the earlier runs in the project tree.")
            .arg(counted(qint64(m_workbench.chosenNetwork().layers.size()), tr("one layer"), tr("%1 layers")),
                 qt(m_workbench.chosenNetwork().name), qt(m_workbench.document().value().name)));
}

} // namespace nestloom::ui
