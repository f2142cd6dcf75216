// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/question_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>

#include <algorithm>

namespace nestloom::ui {

QuestionForm::QuestionForm(QWidget* parent) : QWidget(parent), m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    hide();
}

void QuestionForm::ask(const std::vector<mapping::ImportQuestion>& questions)
{
    for (const auto& [id, choice] : m_choices) {
        const auto isStill = [&, &wanted = id](const mapping::ImportQuestion& question) {
            return question.id == wanted;
        };
        m_layout->setRowVisible(choice, std::any_of(questions.begin(), questions.end(), isStill));
    }
    for (const mapping::ImportQuestion& question : questions) {
        if (m_choices.contains(question.id))
            continue;
        auto* choice = new QComboBox(this);
        choice->setObjectName(QStringLiteral("question:") + QString::fromStdString(question.id));
        for (const auto& [value, meaning] : question.choices)
            choice->addItem(
                QStringLiteral("%1: %2").arg(QString::fromStdString(value), QString::fromStdString(meaning)),
                QString::fromStdString(value));
        choice->setCurrentIndex(choice->findData(QString::fromStdString(question.chosen)));
        auto* label = new QLabel(QString::fromStdString(question.text), this);
        label->setWordWrap(true);
        label->setBuddy(choice);
        choice->setAccessibleName(label->text());
        m_layout->addRow(label, choice);
        m_choices[question.id] = choice;
        connect(choice, &QComboBox::currentIndexChanged, this, &QuestionForm::changed);
    }
    setVisible(!questions.empty());
}

std::map<std::string, std::string> QuestionForm::answers() const
{
    std::map<std::string, std::string> answers;
    for (const auto& [id, choice] : m_choices)
        if (m_layout->isRowVisible(choice))
            answers[id] = choice->currentData().toString().toStdString();
    return answers;
}

} // namespace nestloom::ui
