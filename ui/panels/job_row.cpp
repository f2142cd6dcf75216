// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/job_row.h"

#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/progress.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace nestloom::ui {

namespace {

constexpr int kProgressSteps = 1000;

QLabel* figure(QWidget* parent, const QString& widest)
{
    auto* label = new QLabel(parent);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setMinimumWidth(label->fontMetrics().horizontalAdvance(widest) + 4); // rows line up
    return label;
}

QString gapText(double gap)
{
    if (gap >= 10)
        return JobRow::tr("worst gap > 999 %"); // the objective was not latency
    return JobRow::tr("worst gap %1").arg(format::percent(gap, gap < 1 ? 2 : 0));
}

QString endText(const JobState& state)
{
    switch (state.end) {
    case JobState::End::Running: return state.phase;
    case JobState::End::Finished: return JobRow::tr("finished");
    case JobState::End::Cancelled:
        return state.kind == JobState::Kind::Sweep ? JobRow::tr("cancelled, finished points kept")
                                                   : JobRow::tr("cancelled, finished layers kept");
    case JobState::End::Failed: return state.message.isEmpty() ? JobRow::tr("failed") : state.message;
    }
    return {};
}

} // namespace

JobRow::JobRow(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_layers(figure(this, tr("%1/%2 layers").arg(100).arg(100))),
      m_incumbent(figure(this, tr("%1 so far").arg(QStringLiteral("12.1 Mcycle")))),
      m_gap(figure(this, tr("worst gap > 999 %"))), m_elapsed(figure(this, QStringLiteral("4 min 05 s"))),
      m_phase(new ElidedLabel(this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_open(new QPushButton(tr("Show"), this))
{
    m_title->setFont(strongFont(font()));
    m_bar->setRange(0, kProgressSteps);
    m_bar->setTextVisible(false);
    m_bar->setMinimumWidth(60);
    m_bar->setMaximumHeight(10);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 2, 10, 2);
    layout->setSpacing(12);
    layout->addWidget(m_title);
    layout->addWidget(m_bar, 2);
    layout->addWidget(m_layers);
    layout->addWidget(m_incumbent);
    layout->addWidget(m_gap);
    layout->addWidget(m_elapsed);
    layout->addWidget(m_phase, 2);
    layout->addWidget(m_open);
    layout->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested();
    });
    connect(m_open, &QPushButton::clicked, this, &JobRow::runRequested);
}

void JobRow::show(const JobState& state)
{
    const bool running = state.end == JobState::End::Running;
    m_state = state;
    m_title->setText(state.title);
    setProgress(*m_bar, static_cast<int>(state.fraction * kProgressSteps));
    const bool isSweep = state.kind == JobState::Kind::Sweep;
    m_layers->setText((isSweep ? tr("%1/%2 points") : tr("%1/%2 layers")).arg(state.layersDone).arg(state.layerCount));
    m_incumbent->setText(state.layersDone == 0 || isSweep ? QString()
                         : running             ? tr("%1 so far").arg(format::cycles(state.incumbentCycles))
                                               : format::cycles(state.incumbentCycles));
    m_gap->setText(state.worstGap ? gapText(*state.worstGap) : QString());
    m_elapsed->setText(format::milliseconds(static_cast<double>(state.elapsedMs)));
    m_phase->setText(endText(state));
    m_cancel->setVisible(running);
    m_open->setVisible(!running);
    m_open->setEnabled(state.run != 0);
}

} // namespace nestloom::ui
