// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/features/noc/shown_mesh.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class LinkModel;
class MeshMap;
class MessagePanel;

/// The network on chip under the mapping of one layer: the mesh with the load of every link, beside it what loads the
/// selected link, and all links as a table.
class NocView : public QWidget {
    Q_OBJECT
public:
    explicit NocView(QWidget* parent = nullptr);

    /// Shows the mesh under the mapping of `result`, or why there is none.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& result);
    void clear();

    MeshMap& map() const { return *m_map; }
    const MessagePanel& message() const { return *m_message; }
    bool showsMessage() const;
    QString details() const; // as plain text
    void setTensorShown(TensorRole role, bool shown);

Q_SIGNALS:
    void meshRequested(); // where the accelerator describes none

private:
    QWidget* makeContent();
    QWidget* makeBar();
    QWidget* makeSide();
    QToolButton* addSwitch(QHBoxLayout* bar, const QString& text, const QString& toolTip);
    void showMessage(const QString& title, const QString& text, bool isWarning);
    void countLoad();
    void showMesh();
    void showDetails();
    void followTable(int row);
    void explain();

    std::optional<ShownMesh> m_mesh;
    workload::Layer m_layer;
    std::optional<schedule::LayerResult> m_result;
    hardware::Accelerator m_accelerator;
    TensorSet m_tensors = TensorSet::all();

    MessagePanel* m_message;
    QPushButton* m_addMesh;
    QStackedLayout* m_stack;
    PerTensor<QCheckBox*> m_checks;
    QToolButton* m_log = nullptr;
    QToolButton* m_fixed = nullptr;
    QComboBox* m_dramPort = nullptr;
    QLabel* m_headline = nullptr;
    QLabel* m_note = nullptr;
    MeshMap* m_map = nullptr;
    QLabel* m_details = nullptr;
    LinkModel* m_model;
    CopyableTable* m_table = nullptr;
};

} // namespace nestloom::ui
