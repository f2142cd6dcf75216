// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QObject>
#include <QUndoStack>

#include <map>

namespace nestloom::ui {

/// Text in a field that is no legal value.
struct RejectedText {
    QString text;
    QString message;    // one sentence
    QString suggestion; // nearest legal text; may be empty
    friend bool operator==(const RejectedText&, const RejectedText&) = default;
};

/// Something that keeps the accelerator from being run.
struct FieldProblem {
    QString key; // as in our YAML; empty when it is the text as a whole
    QString message;
};

/// The accelerator being edited: one value, shown as a form and as YAML text, with one undo history for both.
/// Text that is no legal value is part of the history, so that undo works there too.
class AcceleratorDocument : public QObject {
    Q_OBJECT
public:
    struct State {
        hardware::Accelerator value;                // the last one that could be read
        QString yaml;                               // what the YAML tab shows
        std::optional<Error> yamlError;             // the first one
        std::vector<Error> furtherErrors{};         // of the same text
        std::map<QString, RejectedText> rejected{}; // by field key
        friend bool operator==(const State&, const State&) = default;
    };

    explicit AcceleratorDocument(const Session& session, QObject* parent = nullptr);

    bool isEmpty() const { return m_state.value.levels.empty(); } // no text of it could be read yet
    bool hasText() const { return !m_state.yaml.isEmpty(); }
    const hardware::Accelerator& value() const { return m_state.value; }
    const State& state() const { return m_state; }
    const State& saved() const { return m_saved; } // as it was opened or saved last
    const QString& path() const { return m_path; }
    void moveTo(const QString& path) { m_path = path; } // of a list, where it was nowhere
    bool isPreset() const { return m_preset; }
    bool isDirty() const { return m_isMissing || m_state.value != m_saved.value || m_state.yaml != m_saved.yaml; }
    QUndoStack& history() { return m_history; }

    /// Replaces everything and forgets the history. Fails with the parser's error; nothing changes then.
    Status open(const AcceleratorEntry& entry);
    /// The same for a text that cannot be read, so that it can be mended: its errors are those of the document.
    void openBroken(const QString& path, const QString& yaml);
    /// The same for a value that has no file yet.
    void openValue(const hardware::Accelerator& accelerator);

    /// One edit of a form field; successive edits of the same field are one undo step until endStep().
    void setValue(const QString& key, const hardware::Accelerator& value);
    void reject(const QString& key, const RejectedText& rejected);
    /// One undo step of its own, called `what`. Rejected texts are forgotten: their fields may be elsewhere now.
    void replaceValue(const QString& what, const hardware::Accelerator& value);
    /// One edit of the YAML text.
    void setYaml(const QString& yaml);
    void endStep() { ++m_step; }
    /// Takes back what was edited since endStep(), and leaves no undo step behind.
    void abandonStep();

    /// The group or field that the user looks at, so that form, diagram and table point at the same: "levels[2]".
    void lookAt(const QString& key);
    const QString& lookedAtKey() const { return m_lookedAt; }
    /// Says that an edit was refused, one sentence; nothing has changed.
    void refuse(const QString& sentence) { Q_EMIT refused(sentence); }

    /// Another program wrote the file since its text was read or written here.
    bool isChangedOnDisk() const;
    /// Another program deleted or moved the file: what is here is nowhere else until it is saved.
    bool isMissing() const { return m_isMissing; }
    void lookForFile();
    void noteOnDisk(const QString& text) { m_onDisk = text; } // seen, and not taken
    /// Takes the text as what is saved, in one undo step.
    void readAgain(const QString& yaml);

    void revert(); // to what was opened or saved; can be undone
    Status saveAs(const QString& path);

    /// Rejected texts, YAML errors and broken input rules, in this order; empty = can be run.
    std::vector<FieldProblem> problems() const;

Q_SIGNALS:
    void changed();
    void lookedAt(const QString& key);
    void refused(const QString& sentence);
    void opened(); // another accelerator: after it changed() follows

private:
    friend class EditCommand;
    State readText(const QString& yaml) const;
    void push(const QString& text, const QString& mergeKey, State after);
    void restore(const State& state);
    void adopt(State state, const QString& path, bool preset);

    const Session& m_session;
    State m_state;
    State m_saved;
    QString m_onDisk; // text of the file as it was last seen
    QString m_path;
    QString m_lookedAt;
    bool m_preset = false;
    bool m_isMissing = false;
    QUndoStack m_history;
    int m_step = 0;
    bool m_abandoning = false;
};

/// Line of "simba.yaml:14: levels[2].capacity"; 0 when there is none.
int lineOf(const QString& where);

} // namespace nestloom::ui
