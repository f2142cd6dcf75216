// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/jobs/job_row.h"

#include "engine/schedule/standing.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/words/run_words.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kTitleWidth = 220; // pixels; bars below one another begin at the same place

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
    return JobRow::tr("worst gap %1").arg(format::percent(schedule::shownGap(gap), gap < 1 ? 2 : 0));
}

QString endText(const JobState& state)
{
    switch (state.end) {
    case JobState::End::Running: return qt(state.phase);
    case JobState::End::Finished: return JobRow::tr("finished");
    case JobState::End::Cancelled:
        return state.kind == JobState::Kind::Sweep ? JobRow::tr("cancelled, finished points kept")
                                                   : JobRow::tr("cancelled, finished layers kept");
    case JobState::End::Failed: return state.message.empty() ? JobRow::tr("failed") : qt(state.message);
    }
    return {};
}

QString placeText(const QueuePlace& place)
{
    if (place.isHeld)
        return place.place == 1 ? JobRow::tr("held, next to begin") : JobRow::tr("held, place %1").arg(place.place);
    return place.place == 1 ? JobRow::tr("waits, next to begin") : JobRow::tr("waits, place %1").arg(place.place);
}

} // namespace

JobRow::JobRow(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_layers(figure(this, tr("%1/%2 layers").arg(100).arg(100))),
      m_incumbent(figure(this, tr("%1 so far").arg(QStringLiteral("12.1 Mcycle")))),
      m_gap(figure(this, tr("worst gap > 999 %"))), m_elapsed(figure(this, QStringLiteral("4 min 05 s"))),
      m_phase(new ElidedLabel(this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_open(new QPushButton(tr("Show"), this)), m_retry(new QPushButton(tr("Retry"), this)),
      m_earlier(arrow(Qt::UpArrow, -1, tr("Begin earlier (Ctrl+Up)"))),
      m_later(arrow(Qt::DownArrow, 1, tr("Begin later (Ctrl+Down)")))
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_StyledBackground);
    m_retry->setToolTip(tr("Start again with the same inputs, as a new job (R)"));
    m_title->setFont(strongFont(font()));
    m_title->setMinimumWidth(kTitleWidth);
    m_bar->setRange(0, kProgressSteps);
    m_bar->setTextVisible(false);
    m_bar->setMinimumWidth(60);
    m_bar->setMaximumHeight(10);
    setLayout(rowOf({m_title, {m_bar, 2}, m_layers, m_incumbent, m_gap, m_elapsed, {m_phase, 2}, makeButtons()}, 12,
                    {10, 2, 10, 2}));
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested();
    });
    connect(m_open, &QPushButton::clicked, this, &JobRow::runRequested);
    connect(m_retry, &QPushButton::clicked, this, &JobRow::retryRequested);
    refresh();
}

/// As wide in every row, whatever a row can: bars and figures line up.
QWidget* JobRow::makeButtons()
{
    auto* part = new QWidget(this);
    auto* layout = rowOf({LinePart::room(1)});
    part->setLayout(layout);
    for (QWidget* button :
         {static_cast<QWidget*>(m_earlier), static_cast<QWidget*>(m_later), static_cast<QWidget*>(m_retry),
          static_cast<QWidget*>(m_open), static_cast<QWidget*>(m_cancel)})
        layout->addWidget(button);
    part->setMinimumWidth(m_retry->sizeHint().width() + layout->spacing() + m_open->sizeHint().width());
    return part;
}

QToolButton* JobRow::arrow(Qt::ArrowType type, int places, const QString& toolTip)
{
    auto* button = new QToolButton(this);
    button->setArrowType(type);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // the row has keys for it
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    connect(button, &QToolButton::clicked, this, [this, places] { Q_EMIT moveRequested(places); });
    return button;
}

void JobRow::setPlace(const std::optional<QueuePlace>& place)
{
    if (m_place == place)
        return;
    m_place = place;
    refresh();
}

void JobRow::setCanRetry(bool can)
{
    m_canRetry = can;
    refresh();
}

/// What depends on the queue.
void JobRow::refresh()
{
    m_earlier->setVisible(m_place.has_value());
    m_later->setVisible(m_place.has_value());
    m_earlier->setEnabled(m_place && m_place->place > 1);
    m_later->setEnabled(m_place && !m_place->isLast);
    m_retry->setVisible(m_canRetry);
    m_elapsed->setText(m_place ? QString() : format::milliseconds(double(m_state.elapsed.count())));
    m_phase->setText(m_place ? placeText(*m_place) : endText(m_state));
}

void JobRow::contextMenuEvent(QContextMenuEvent* event)
{
    setFocus();
    Q_EMIT menuRequested(event->reason() == QContextMenuEvent::Mouse ? event->globalPos()
                                                                     : mapToGlobal(rect().bottomLeft()));
}

void JobRow::keyPressEvent(QKeyEvent* event)
{
    const bool isRunning = m_state.end == JobState::End::Running;
    const bool isUp = event->key() == Qt::Key_Up;
    if (isUp || event->key() == Qt::Key_Down) {
        if (!(event->modifiers() & Qt::ControlModifier))
            Q_EMIT stepRequested(isUp ? -1 : 1);
        else if (m_place)
            Q_EMIT moveRequested(isUp ? -1 : 1);
    } else if (event->key() == Qt::Key_Delete && isRunning && m_cancel->isEnabled()) {
        m_cancel->click();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !isRunning && m_open->isEnabled()) {
        m_open->click();
    } else if (event->key() == Qt::Key_R && event->modifiers() == Qt::NoModifier && m_canRetry) {
        Q_EMIT retryRequested();
    } else if (event->key() == Qt::Key_C && event->modifiers() == Qt::NoModifier && hasCourse()) {
        showCourse();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void JobRow::showCourse()
{
    if (!m_chart)
        m_chart = new CourseChart(this);
    m_chart->show(m_course);
    m_chart->raise();
    m_chart->activateWindow();
}

void JobRow::show(const JobState& state)
{
    m_course.add(state);
    if (m_chart)
        m_chart->show(m_course);
    const bool running = state.end == JobState::End::Running;
    m_state = state;
    m_title->setText(qt(state.title));
    setProgress(*m_bar, int(state.fraction * kProgressSteps));
    const bool isSweep = state.kind == JobState::Kind::Sweep;
    m_layers->setText(doneText(state));
    m_incumbent->setText(state.layersDone == 0 || isSweep ? QString()
                         : running                        ? tr("%1 so far").arg(format::cycles(state.incumbentCycles))
                                                          : incumbentText(state));
    m_gap->setText(state.worstGap ? gapText(*state.worstGap) : QString());
    setAccessibleName(m_title->text());
    const QString number = state.run == 0 ? QString() : isSweep ? tr("sweep %1") : tr("run %1");
    QStringList about{qt(state.title), state.run == 0 ? QString() : number.arg(state.run), qt(state.about)};
    about.removeAll(QString());
    setToolTip(about.join(u'\n'));
    refresh();
    m_cancel->setVisible(running);
    m_open->setVisible(!running);
    m_open->setEnabled(state.run != 0);
}

} // namespace nestloom::ui
