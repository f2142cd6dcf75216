// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/accelerator_document.h"

#include "ui/words/constraint_words.h"
#include "ui/workbench/field_spec.h"
#include "ui/workbench/library.h"

#include <QFileInfo>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QUndoCommand>

#include <QRegularExpression>

#include <utility>

namespace nestloom::ui {

namespace {
constexpr int kEditCommandId = 1;
const QString kYamlKey = QStringLiteral("yaml");

/// "GlobalBuffer, capacity 64 KiB → 96 KiB", or `otherwise` when no field says it.
QString stepWords(const hardware::Accelerator& before, const hardware::Accelerator& after, const Session& session,
                  const QString& otherwise)
{
    const QString words = changeWords(fieldChanges(before, after, session));
    return words.isEmpty() ? otherwise : words;
}
} // namespace

/// One undo step: the state before and after. Edits of the same field within one step merge.
class EditCommand : public QUndoCommand {
public:
    EditCommand(AcceleratorDocument& document, const QString& text, QString mergeKey, AcceleratorDocument::State after)
        : QUndoCommand(text), m_document(document), m_mergeKey(std::move(mergeKey)), m_before(document.state()),
          m_after(std::move(after)), m_step(document.m_step)
    {
    }
    void undo() override
    {
        setObsolete(m_document.m_abandoning);
        m_document.endStep(); // an edit after an undo is a step of its own
        m_document.restore(m_before);
    }
    void redo() override { m_document.restore(m_after); }
    int id() const override { return kEditCommandId; }
    int step() const { return m_step; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const EditCommand*>(other);
        if (m_mergeKey.isEmpty() || next->m_mergeKey != m_mergeKey)
            return false;
        m_after = next->m_after;
        if (m_mergeKey != kYamlKey)
            setText(stepWords(m_before.value, m_after.value, m_document.m_session, next->text()));
        setObsolete(m_after == m_before);
        return true;
    }

private:
    AcceleratorDocument& m_document;
    const QString m_mergeKey;
    const AcceleratorDocument::State m_before;
    AcceleratorDocument::State m_after;
    const int m_step;
};

AcceleratorDocument::AcceleratorDocument(const Session& session, QObject* parent) : QObject(parent), m_session(session)
{
}

Status AcceleratorDocument::open(const AcceleratorEntry& entry)
{
    TRY(const auto value, m_session.parseAccelerator(entry.yaml, QFileInfo(entry.path).fileName()));
    adopt({value, entry.yaml, std::nullopt, {}}, entry.path, entry.preset);
    return success();
}

void AcceleratorDocument::openBroken(const QString& path, const QString& yaml)
{
    m_path = path; // that errors name
    m_state = {};
    adopt(readText(yaml), path, false);
}

void AcceleratorDocument::openValue(const hardware::Accelerator& accelerator)
{
    adopt({accelerator, m_session.writeAccelerator(accelerator), std::nullopt, {}}, {}, false);
}

void AcceleratorDocument::adopt(State state, const QString& path, bool preset)
{
    m_history.clear();
    m_state = std::move(state);
    m_saved = m_state;
    m_onDisk = m_saved.yaml;
    m_path = path;
    m_preset = preset;
    m_isMissing = false;
    Q_EMIT opened();
    Q_EMIT changed();
}

void AcceleratorDocument::setValue(const QString& key, const hardware::Accelerator& value)
{
    State after = m_state;
    after.rejected.erase(key);
    if (value != m_state.value || m_state.yamlError) {
        after.value = value;
        after.yaml = m_state.yamlError ? m_session.writeAccelerator(value)
                                       : m_session.rewriteAccelerator(m_state.yaml, m_state.value, value);
        after.yamlError.reset();
        after.furtherErrors.clear();
    }
    const QString words = stepWords(m_state.value, after.value, m_session, tr("Change %1").arg(key));
    push(words, key, std::move(after));
}

void AcceleratorDocument::reject(const QString& key, const RejectedText& rejected)
{
    State after = m_state;
    after.rejected[key] = rejected;
    push(tr("Change %1").arg(key), key, std::move(after));
}

void AcceleratorDocument::replaceValue(const QString& what, const hardware::Accelerator& value)
{
    endStep();
    push(what, {}, {value, m_session.rewriteAccelerator(m_state.yaml, m_state.value, value), std::nullopt, {}});
}

void AcceleratorDocument::setYaml(const QString& yaml)
{
    if (yaml == m_state.yaml)
        return; // a highlighter touched the text
    push(tr("Edit the YAML text"), kYamlKey, readText(yaml));
}

/// What the text says, or the last value and what is wrong with the text.
AcceleratorDocument::State AcceleratorDocument::readText(const QString& yaml) const
{
    State after = m_state;
    after.yaml = yaml;
    after.yamlError.reset();
    after.furtherErrors.clear();
    const QString name = m_path.isEmpty() ? tr("accelerator.yaml") : QFileInfo(m_path).fileName();
    if (const auto value = m_session.parseAccelerator(yaml, name)) {
        after.value = *value;
        after.rejected.clear();
    } else {
        after.furtherErrors = m_session.acceleratorErrors(yaml, name);
        after.yamlError = value.error();
        std::erase(after.furtherErrors, value.error());
    }
    return after;
}

void AcceleratorDocument::lookAt(const QString& key)
{
    m_lookedAt = key;
    Q_EMIT lookedAt(key);
}

void AcceleratorDocument::abandonStep()
{
    const int last = m_history.index() - 1;
    if (last < 0 || static_cast<const EditCommand*>(m_history.command(last))->step() != m_step)
        return;
    const QScopedValueRollback abandoning(m_abandoning, true);
    m_history.undo();
}

bool AcceleratorDocument::isChangedOnDisk() const
{
    if (m_preset || !QFileInfo(m_path).isAbsolute())
        return false;
    const auto text = textOfFile(m_path); // that cannot be read: nothing to lose
    return text && *text != m_onDisk;
}

void AcceleratorDocument::lookForFile()
{
    const bool isMissing = !m_preset && QFileInfo(m_path).isAbsolute() && !QFileInfo::exists(m_path);
    if (std::exchange(m_isMissing, isMissing) != isMissing)
        Q_EMIT changed();
}

void AcceleratorDocument::readAgain(const QString& yaml)
{
    endStep();
    m_saved = readText(yaml);
    m_onDisk = yaml;
    if (m_state == m_saved)
        Q_EMIT changed();
    else
        push(tr("Read %1 again").arg(QFileInfo(m_path).fileName()), {}, m_saved);
}

void AcceleratorDocument::revert()
{
    endStep();
    push(tr("Revert"), {}, m_saved);
}

Status AcceleratorDocument::saveAs(const QString& path)
{
    QSaveFile file(path);
    const QByteArray text = m_state.yaml.toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return Error{ErrorCode::Io, "the file cannot be written: " + file.errorString().toStdString(),
                     path.toStdString()};
    m_saved = m_state;
    m_onDisk = m_saved.yaml;
    m_path = path;
    m_preset = false;
    m_isMissing = false;
    Q_EMIT changed();
    return success();
}

std::vector<FieldProblem> AcceleratorDocument::problems() const
{
    std::vector<FieldProblem> list;
    for (const auto& [key, rejected] : m_state.rejected)
        list.push_back({key, rejected.message});
    if (m_state.yamlError)
        list.push_back({{}, QString::fromStdString(m_state.yamlError->text())});
    for (const Error& error : m_state.furtherErrors)
        list.push_back({{}, QString::fromStdString(error.text())});
    if (m_state.yamlError && m_state.value.levels.empty())
        return list; // nothing could be read yet
    for (const hardware::Finding& finding : hardware::check(m_state.value))
        list.push_back({QString::fromStdString(finding.key), QString::fromStdString(finding.message)});
    const std::vector<std::string>& constraints = m_state.value.constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        if (const QString problem = constraintProblemText(m_state.value, constraints[i]); !problem.isEmpty())
            list.push_back({QStringLiteral("constraints[%1]").arg(i), problem});
    return list;
}

void AcceleratorDocument::push(const QString& text, const QString& mergeKey, State after)
{
    if (after == m_state)
        return;
    const QString key = mergeKey.isEmpty() ? QString() : mergeKey + QLatin1Char('#') + QString::number(m_step);
    m_history.push(new EditCommand(*this, text, key, std::move(after)));
}

void AcceleratorDocument::restore(const State& state)
{
    m_state = state;
    Q_EMIT changed();
}

int lineOf(const QString& where)
{
    static const QRegularExpression line(QStringLiteral(":(\\d+)(?::|$)"));
    return line.match(where).captured(1).toInt();
}

} // namespace nestloom::ui
