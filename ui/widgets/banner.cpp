// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

namespace {
constexpr int kLeastTextLetters = 40;
}

Banner::Banner(const QString& text, Kind kind, QWidget* parent)
    : QFrame(parent), m_kind(kind), m_icon(new QLabel(this)), m_text(new QLabel(text, this)),
      m_buttons(new QHBoxLayout), m_cross(new QToolButton(this))
{
    setProperty("card", true);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(kLeastTextLetters * fontMetrics().averageCharWidth()); // else the buttons stand below it
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_cross->setAutoRaise(true);
    m_cross->setToolTip(tr("Close"));
    m_cross->setAccessibleName(tr("Close"));
    auto* words = new FoldingRow({{m_text, 1}, m_buttons}, 10, this);
    setLayout(rowOf({{m_icon, 0, Qt::AlignTop}, {words, 1}, {m_cross, 0, Qt::AlignTop}}, 10, {12, 6, 6, 6}));
    connect(m_cross, &QToolButton::clicked, this, [this] {
        Q_EMIT closed();
        deleteLater();
    });
    refreshIcons();
    hearEvents(this, QEvent::PaletteChange, [this] { refreshIcons(); });
}

QString Banner::text() const { return m_text->text(); }

QPushButton* Banner::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    m_buttons->addWidget(button);
    return button;
}

void Banner::refreshIcons()
{
    m_icon->setPixmap(
        icon(m_kind == Kind::Done ? QStringLiteral("done") : QStringLiteral("warning"), themeFor(palette()).accent)
            .pixmap(16, 16));
    m_cross->setIcon(icon(QStringLiteral("close"), palette()));
}

} // namespace nestloom::ui
