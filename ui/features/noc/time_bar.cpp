// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/time_bar.h"

#include "ui/features/noc/simulation_words.h"
#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyle>
#include <QToolButton>

namespace nestloom::ui {

TimeBar::TimeBar(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_focus(focus)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_play = addButton(tr("Play"), tr("Play the run, window after window"));
    m_play->setObjectName(QStringLiteral("playSimulation"));
    m_back = addButton(QStringLiteral("\u2039"), tr("One window back (Left on the slider)"));
    m_on = addButton(QStringLiteral("\u203a"), tr("One window on (Right on the slider)"));
    m_back->setAccessibleName(tr("One window back"));
    m_on->setAccessibleName(tr("One window on"));
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("simulationTime"));
    m_slider->setAccessibleName(tr("Time"));
    m_slider->setToolTip(tr("The window of cycles that the mesh shows; arrow keys step"));
    row->addWidget(m_slider, 1);
    m_text = new ElidedLabel;
    m_text->setRole(QPalette::WindowText);
    m_text->setMinimumWidth(190);
    m_text->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_text->setFixedWidth(230);
    row->addWidget(m_text);
    m_whole = addButton(tr("Whole run"), tr("Show the mean over the whole run; ends a marked range"));
    m_whole->setCheckable(true);
    connect(m_play, &QToolButton::clicked, this, [this] { m_focus.play(!m_focus.isPlaying()); });
    connect(m_back, &QToolButton::clicked, this, [this] { m_focus.step(-1); });
    connect(m_on, &QToolButton::clicked, this, [this] { m_focus.step(1); });
    connect(m_whole, &QToolButton::clicked, this, [this] {
        if (m_whole->isChecked())
            m_focus.showWholeRun();
        else
            m_focus.showWindow(m_focus.window());
        refresh();
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int window) {
        m_focus.play(false);
        m_focus.showWindow(std::size_t(window));
    });
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &TimeBar::refresh);
    connect(&m_focus, &SimulationFocus::playingChanged, this, &TimeBar::refresh);
    connect(&m_focus.time(), &TimeFocus::cursorChanged, this, &TimeBar::refresh);
    connect(&m_shown, &ShownSimulation::stateChanged, this, &TimeBar::refresh);
    refresh();
}

QToolButton* TimeBar::addButton(const QString& text, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    layout()->addWidget(button);
    return button;
}

void TimeBar::refresh()
{
    const std::size_t windows = m_focus.windowCount();
    for (QWidget* part : {static_cast<QWidget*>(m_play), static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_on),
                          static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_whole)})
        part->setEnabled(windows > 0);
    m_play->setText(m_focus.isPlaying() ? tr("Pause") : tr("Play"));
    m_play->setMinimumWidth(m_play->fontMetrics().horizontalAdvance(tr("Pause")) + 20);
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, std::max(0, int(windows) - 1));
    m_slider->setPageStep(std::max(1, int(windows) / 20));
    m_slider->setValue(int(m_focus.window()));
    m_whole->setChecked(m_focus.span() == SimulationFocus::Span::Run);
    m_text->setText(windows > 0 ? spanText(m_shown, m_focus) : QString());
}

} // namespace nestloom::ui
