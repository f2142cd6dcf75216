// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QEvent>
#include <QFrame>
#include <QHash>
#include <QLabel>

namespace nestloom::ui {

/// A label for lines of rich text. QLabel lays its whole text out for every question about its height, and layouts ask
/// many times; this one remembers the height for each width.
class RichLabel : public QLabel {
public:
    using QLabel::QLabel;

    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;

private:
    mutable QHash<int, int> m_heights; // by width
    mutable QString m_text;            // that they belong to
};

/// For rich text: `text` less prominent, and a paragraph with little room around it.
QString mutedHtml(const QString& text, const Theme& theme);
QString paragraphHtml(const QString& html);

/// A label with links by mouse and keyboard. QLabel keeps the colour its links had when the text was set; this one
/// lays its text out again when the theme changes.
class LinkLabel : public RichLabel {
public:
    explicit LinkLabel(QWidget* parent = nullptr) : RichLabel(parent)
    {
        setTextInteractionFlags(Qt::TextBrowserInteraction);
    }

protected:
    /// Shift+Tab on the first link goes on to what stands before; QLabel stays there.
    bool focusNextPrevChild(bool next) override
    {
        const bool isWithin = hasFocus();
        const int link = selectionStart();
        const bool isMoved = RichLabel::focusNextPrevChild(next);
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): QLabel has just stayed
        return isMoved && isWithin && hasFocus() && selectionStart() == link ? QWidget::focusNextPrevChild(next)
                                                                             : isMoved;
    }
    void changeEvent(QEvent* event) override
    {
        RichLabel::changeEvent(event);
        if (event->type() != QEvent::PaletteChange || text().isEmpty())
            return;
        const QString shown = text();
        setText({}); // the same text would be ignored
        setText(shown);
    }
};

/// One line of text that ends in "..." where it does not fit and is whole in the tool tip. It never widens its layout.
class ElidedLabel : public QFrame {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setRole(QPalette::ColorRole role);
    /// Where the "..." stands: at the end unless told.
    void setElideMode(Qt::TextElideMode mode) { m_mode = mode; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QPalette::ColorRole m_role = QPalette::PlaceholderText; // the theme's muted text
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace nestloom::ui
