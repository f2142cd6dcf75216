// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/dimension_form.h"

#include "ui/style/words.h"
#include "ui/widgets/make_widgets.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

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
    for (const auto& [id, answer] : m_answers) {
        const auto isStill = [&, &wanted = id](const mapping::ImportQuestion& question) {
            return question.id == wanted;
        };
        m_layout->setRowVisible(answer, std::ranges::any_of(questions, isStill));
    }
    for (const mapping::ImportQuestion& question : questions) {
        if (m_answers.contains(question.id))
            continue;
        QWidget* answer = question.choices.empty() ? makeLine(question) : makeChoice(question);
        answer->setObjectName(QStringLiteral("question:") + qt(question.id));
        auto* label = new QLabel(qt(question.text), this);
        label->setWordWrap(true);
        label->setBuddy(answer);
        answer->setAccessibleName(label->text());
        m_layout->addRow(label, answer);
        m_answers[question.id] = answer;
    }
    setVisible(!questions.empty());
}

QWidget* QuestionForm::makeChoice(const mapping::ImportQuestion& question)
{
    auto* choice = new QComboBox(this);
    for (const auto& [value, meaning] : question.choices)
        choice->addItem(QStringLiteral("%1: %2").arg(QString::fromStdString(value), QString::fromStdString(meaning)),
                        QString::fromStdString(value));
    choice->setCurrentIndex(choice->findData(QString::fromStdString(question.chosen)));
    connect(choice, &QComboBox::currentIndexChanged, this, &QuestionForm::changed);
    return choice;
}

QWidget* QuestionForm::makeLine(const mapping::ImportQuestion& question)
{
    auto* line = new QLineEdit(QString::fromStdString(question.chosen), this);
    line->setPlaceholderText(tr("a value is needed"));
    connect(line, &QLineEdit::editingFinished, this, [this, line] {
        if (line->isModified()) {
            line->setModified(false);
            Q_EMIT changed();
        }
    });
    return line;
}

std::map<std::string, std::string> QuestionForm::answers() const
{
    std::map<std::string, std::string> answers;
    for (const auto& [id, answer] : m_answers) {
        const auto* choice = qobject_cast<const QComboBox*>(answer);
        const QString value =
            choice ? choice->currentData().toString() : qobject_cast<const QLineEdit*>(answer)->text().trimmed();
        if (m_layout->isRowVisible(answer) && !value.isEmpty())
            answers[id] = value.toStdString();
    }
    return answers;
}

namespace {

constexpr int kMostSize = 1'000'000'000;
constexpr int kColumns = 2; // of fields side by side

} // namespace

DimensionForm::DimensionForm(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(tr("The file leaves these sizes open:"), this)), m_grid(new QGridLayout),
      m_bits(new QComboBox(this))
{
    m_title->hide();
    m_bits->setObjectName(QStringLiteral("elementBits"));
    m_bits->addItem(tr("as the file says"), 0);
    for (const int bits : {8, 16, 32})
        m_bits->addItem(tr("%1 bits").arg(bits), bits);
    m_bits->setToolTip(tr("Width of one element of floating-point tensors: choose 8 bits to see the network as if it "
                          "were quantised. Integers keep their width."));
    auto* label = new QLabel(tr("&Elements:"), this);
    label->setBuddy(m_bits);
    auto* line = rowOf({label, m_bits, LinePart::room(0)});
    m_grid->setColumnStretch(2 * kColumns, 1);
    m_grid->setHorizontalSpacing(12);
    setLayout(columnOf({m_title, m_grid, line}));
    connect(m_bits, &QComboBox::currentIndexChanged, this, &DimensionForm::changed);
}

void DimensionForm::ask(const std::vector<workload::OpenDimension>& dimensions)
{
    for (const workload::OpenDimension& open : dimensions) {
        if (m_sizes.contains(open.name))
            continue;
        const QString name = qt(open.name);
        auto* size = new QSpinBox(this);
        size->setObjectName(QStringLiteral("dimension:") + name);
        size->setRange(1, kMostSize);
        size->setGroupSeparatorShown(true);
        size->setKeyboardTracking(false);
        size->setMinimumWidth(110);
        auto* label = new QLabel(tr("%1, dimension %2 of %3:").arg(name).arg(open.axis).arg(qt(open.tensor)), this);
        label->setBuddy(size);
        const int at = int(m_sizes.size());
        m_grid->addWidget(label, at / kColumns, 2 * (at % kColumns));
        m_grid->addWidget(size, at / kColumns, 2 * (at % kColumns) + 1);
        m_sizes[open.name] = size;
        connect(size, &QSpinBox::valueChanged, this, &DimensionForm::changed);
    }
    m_title->setVisible(!m_sizes.empty());
}

workload::ImportOptions DimensionForm::options() const
{
    workload::ImportOptions options;
    for (const auto& [name, size] : m_sizes)
        options.dimensions[name] = size->value();
    if (const int bits = m_bits->currentData().toInt(); bits > 0)
        options.elementBits = bits;
    return options;
}

} // namespace nestloom::ui
