// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace nestloom::ui {

/// One line of text that ends in "..." where it does not fit and is whole in the tool tip. It never widens its layout.
class ElidedLabel : public QFrame {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setRole(QPalette::ColorRole role);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QPalette::ColorRole m_role = QPalette::PlaceholderText; // the theme's muted text
};

} // namespace nestloom::ui
