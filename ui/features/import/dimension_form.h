// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/design_import.h"
#include "engine/workload/network_import.h"

#include <QWidget>

#include <map>

class QComboBox;
class QFormLayout;
class QGridLayout;
class QLabel;
class QSpinBox;

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
    QWidget* makeChoice(const mapping::ImportQuestion& question);
    QWidget* makeLine(const mapping::ImportQuestion& question);

    QFormLayout* m_layout;
    std::map<std::string, QWidget*> m_answers; // choices, or a line for any value
};

/// Asks for what a file leaves to its user: sizes of open dimensions, and how wide elements are.
class DimensionForm : public QWidget {
    Q_OBJECT
public:
    explicit DimensionForm(QWidget* parent = nullptr);

    /// Adds a field for each; those that are there stay as they are.
    void ask(const std::vector<workload::OpenDimension>& dimensions);
    workload::ImportOptions options() const;

Q_SIGNALS:
    void changed();

private:
    std::map<std::string, QSpinBox*> m_sizes;
    QLabel* m_title;
    QGridLayout* m_grid;
    QComboBox* m_bits;
};

} // namespace nestloom::ui
