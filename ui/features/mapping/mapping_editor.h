// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/mapping/mapping_search.h"
#include "ui/parts/loop_nest_view.h"
#include "ui/workbench/mapping_draft.h"

#include <functional>
#include <map>
#include <memory>

namespace nestloom::ui {

/// Adds what can be done with a loop: for each of its factors and for the whole the places it could go to, each with
/// what that would do to cycles and energy.
void addMoves(QMenu& menu, const MappingDraft& draft, LoopRef loop, std::function<void(const LoopMove&)> move);

/// Adds which tensors a level keeps, to be switched.
void addKeeps(QMenu& menu, const MappingDraft& draft, std::size_t level, std::function<void(TensorRole, bool)> keep);

class Workbench;

/// Edits the mapping of the layer that a loop nest view shows. Every layer of a stored run keeps its draft, whatever is
/// shown meanwhile and when the window ends, too; while editing is off, the view shows the run's own mapping.
class MappingEditor : public QObject {
    Q_OBJECT
public:
    MappingEditor(Workbench& workbench, LoopNestView* view, QObject* parent = nullptr);
    ~MappingEditor() override;

    DraftBar* bar() const { return m_bar; }         // to be placed; hidden while editing is off
    MappingDraft* draft() const { return m_draft; } // of the shown layer; null when there is nothing to edit
    bool isEditing() const { return m_editing; }
    void setEditing(bool editing);

    // What the page shows.
    void show(const hardware::Accelerator& accelerator, const workload::Layer& layer,
              const schedule::LayerResult& result);
    void clear();

    void copyText() const { m_view->copyAsText(); }
    void pasteText(const QString& text);
    Status openText(const QString& path);
    Status saveText(const QString& path) const;
    void askOpen();
    void askSave();
    void keep();

Q_SIGNALS:
    void editingChanged(bool editing);
    void problem(const QString& sentence);

private:
    using Key = std::pair<RunId, std::size_t>; // run and layer
    void setDraft(MappingDraft* draft);
    void makeBar();
    void fillMenu(QMenu& menu, const LoopNestTarget& target);
    void useDraft();
    void refresh();
    void refreshBar();
    void move(const LoopMove& move);
    void previewMove(const LoopMove& move);
    void explain(const QString& figure);
    void followFocus(const QWidget* now);
    void giveHistoryBack();
    QString whyNotKeep() const;

    Workbench& m_workbench;
    LoopNestView* m_view;
    DraftBar* m_bar;
    MappingSearch m_search;
    std::map<Key, std::unique_ptr<MappingDraft>> m_drafts;
    MappingDraft* m_draft = nullptr;
    hardware::Accelerator m_accelerator; // what the page asked to show
    workload::Layer m_layer;
    std::optional<schedule::LayerResult> m_result;
    bool m_editing = false;
    quint64 m_keeping = 0;
    Key m_kept; // of what is on its way to the store
};

} // namespace nestloom::ui
