// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/design_import.h"

#include <QWidget>

class QComboBox;
class QFormLayout;

namespace nestloom::ui {

/// Asks what files leave to their user. Without an answer the usual choice stays.
class QuestionForm : public QWidget {
    Q_OBJECT
public:
    explicit QuestionForm(QWidget* parent = nullptr);

    /// Adds a field for each; those that are there stay as they are.
    void ask(const std::vector<mapping::ImportQuestion>& questions);
    /// Of questions that are asked still: others may have been settled by an answer.
    std::map<std::string, std::string> answers() const;

Q_SIGNALS:
    void changed();

private:
    QFormLayout* m_layout;
    std::map<std::string, QComboBox*> m_choices;
};

} // namespace nestloom::ui
