// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QScrollArea;

namespace nestloom::ui {

class YamlEdit;

/// A YAML text with what is wrong in it below, each error a link to its line, and a line to find in it (Ctrl+F).
class YamlPanel : public QWidget {
    Q_OBJECT
public:
    explicit YamlPanel(QWidget* parent = nullptr);

    YamlEdit* edit() const { return m_edit; }
    /// Replaces the text; cursor and scroll bar stay where they were.
    void setText(const QString& yaml);
    void showErrors(const std::vector<Error>& errors);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeFind();
    void fitErrors();

    YamlEdit* m_edit;
    QLineEdit* m_find;
    QLabel* m_error;
    QScrollArea* m_errors; // around it: many take no more than part of the room from the text
};

} // namespace nestloom::ui
