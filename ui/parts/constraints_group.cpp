// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/constraints_group.h"

#include "ui/parts/constraint_text.h"
#include "ui/words/constraint_words.h"

#include "engine/mapping/constraints.h"

#include <QLabel>
#include <QSignalBlocker>

namespace nestloom::ui {

ConstraintsGroup::ConstraintsGroup(const QString& title, QWidget* parent)
    : CollapsibleGroup(title, parent), m_text(new ConstraintText(this)), m_problem(new QLabel(this)),
      m_meaning(new QLabel(this))
{
    m_text->setObjectName(QStringLiteral("constraints"));
    m_text->setToolTip(tr("One constraint a line. Every mapping keeps all of them.\n"
                          "GlobalBuffer: K = 4 \u2014 temporal loops over K (also <=, >=, all)\n"
                          "GlobalBuffer: spatial C <= 8 \u2014 loops over the level's children\n"
                          "GlobalBuffer: tile P <= 7 \u2014 tile that one instance holds\n"
                          "GlobalBuffer: spatial only C K \u2014 or: only K, no P, no spatial P Q, no spatial\n"
                          "GlobalBuffer: order K ... P \u2014 outermost first, others at ...\n"
                          "GlobalBuffer: stationary weights \u2014 loops that leave the tile in place innermost\n"
                          "GlobalBuffer: bypass inputs \u2014 or keep inputs\n"
                          "dataflow: weight stationary \u2014 or output, input, row stationary"));
    m_problem->setObjectName(QStringLiteral("constraintProblem"));
    m_problem->setProperty("warning", true);
    m_meaning->setProperty("muted", true);
    for (QLabel* label : {m_problem, m_meaning})
        label->setWordWrap(true);
    add(m_text);
    add(m_problem);
    add(m_meaning);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        tell();
        Q_EMIT edited();
    });
    tell();
    setExpanded(false);
}

void ConstraintsGroup::setAccelerator(const hardware::Accelerator& accelerator)
{
    m_text->setAccelerator(accelerator);
    tell();
}

void ConstraintsGroup::setLines(const std::vector<std::string>& shown)
{
    if (shown == lines())
        return;
    QStringList text;
    for (const std::string& line : shown)
        text << QString::fromStdString(line);
    const QSignalBlocker blocker(this); // the text's own signals must reach the text
    m_text->setPlainText(text.join(QLatin1Char('\n')));
    if (!shown.empty())
        setExpanded(true);
}

std::vector<std::string> ConstraintsGroup::textLines() const
{
    std::vector<std::string> lines;
    for (const QString& line : m_text->toPlainText().split(QLatin1Char('\n')))
        lines.push_back(line.toStdString());
    return lines;
}

std::vector<std::string> ConstraintsGroup::lines() const
{
    std::vector<std::string> lines = textLines();
    std::erase_if(lines, [](const std::string& line) { return mapping::isBlankConstraint(line); });
    return lines;
}

void ConstraintsGroup::takeFocus()
{
    setExpanded(true);
    m_text->setFocus(Qt::OtherFocusReason);
}

bool ConstraintsGroup::tellsProblem() const { return m_problem->isVisibleTo(this); }

void ConstraintsGroup::tell()
{
    const std::vector<std::string> written = textLines();
    hardware::Accelerator accelerator = m_text->accelerator();
    accelerator.constraints = written; // bypasses change what a dataflow stands for
    QString problem;
    QStringList meaning;
    int count = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        count += mapping::isBlankConstraint(written[i]) ? 0 : 1;
        if (const QString found = constraintProblemText(accelerator, written[i]); problem.isEmpty() && !found.isEmpty())
            problem = tr("Line %1: %2").arg(i + 1).arg(found);
        if (const QStringList means = constraintMeaning(accelerator, written[i]); !means.isEmpty())
            meaning << tr("%1 means %2")
                           .arg(QString::fromStdString(written[i]).trimmed(), means.join(QStringLiteral("; ")));
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_meaning->setText(meaning.join(QLatin1Char('\n')));
    m_meaning->setVisible(!meaning.isEmpty());
    setNote(count == 0 ? tr("none") : QString::number(count));
}

} // namespace nestloom::ui
