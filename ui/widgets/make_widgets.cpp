// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QComboBox>
#include <QToolButton>

namespace nestloom::ui {

namespace {

template <typename Layout>
Layout* lineOf(std::initializer_list<LinePart> parts, int spacing, const QMargins& margins)
{
    auto* line = new Layout;
    line->setContentsMargins(margins);
    line->setSpacing(spacing);
    for (const LinePart& part : parts)
        part.addTo(*line);
    return line;
}

} // namespace

QToolButton* toolButton(const QString& text, const QString& toolTip, const char* name)
{
    auto* button = named(new QToolButton, name, {}, toolTip);
    button->setText(text);
    return button;
}

QComboBox* choiceBox(const QString& name, const QString& toolTip, int leastCharacters)
{
    constexpr int kWidest = 240; // pixels
    auto* box = named(new QComboBox, "", name, QStringLiteral("%1: %2").arg(name, toolTip));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(leastCharacters);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setMaximumWidth(kWidest);
    return box;
}

QAction* explainAction(QWidget* widget, const char* name, const QString& text)
{
    auto* action = named(new QAction(widget), name);
    action->setText(text.isEmpty() ? QWidget::tr("Explain this number") : text);
    action->setShortcut(Qt::Key_F2);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setProperty(kExplains, true);
    widget->insertAction(widget->actions().value(0), action);
    return action;
}

LinePart::LinePart(QWidget* widget, int stretch, Qt::Alignment alignment)
    : LinePart([=](QBoxLayout& line) { line.addWidget(widget, stretch, alignment); })
{
}

LinePart::LinePart(QLayout* layout, int stretch) : LinePart([=](QBoxLayout& line) { line.addLayout(layout, stretch); })
{
}

LinePart LinePart::room(int stretch)
{
    return LinePart([=](QBoxLayout& line) { line.addStretch(stretch); });
}

LinePart LinePart::gap(int pixels)
{
    return LinePart([=](QBoxLayout& line) { line.addSpacing(pixels); });
}

QHBoxLayout* rowOf(std::initializer_list<LinePart> parts, int spacing, const QMargins& margins)
{
    return lineOf<QHBoxLayout>(parts, spacing, margins);
}

QVBoxLayout* columnOf(std::initializer_list<LinePart> parts, int spacing, const QMargins& margins)
{
    return lineOf<QVBoxLayout>(parts, spacing, margins);
}

QWidget* panelOf(QLayout* layout)
{
    auto* panel = new QWidget;
    panel->setLayout(layout);
    return panel;
}

} // namespace nestloom::ui
