// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network_import.h"

#include <QObject>
#include <QString>

#include <optional>

namespace nestloom::ui {

class DesignImporter; // ui/design_importer.h

/// What came of one request to read a file.
struct ImportAnswer {
    quint64 id = 0;
    std::optional<workload::NetworkImport> import; // empty when there is a problem
    QString problem;                               // one sentence, without the file's name
};

/// Reads networks from files of other formats, on a thread of its own. app/gui/local_network_importer implements it;
/// tests use a fake. Lives on the GUI thread; no call blocks.
class NetworkImporter : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 read(const QString& path,
                         const workload::ImportOptions& options) = 0; // its id; never reused, never 0
    /// Keeps a network as YAML in the folder of imported networks.
    virtual quint64 keep(const workload::Network& network) = 0;
    /// Reads accelerators and mappings as well; null when this importer cannot.
    virtual DesignImporter* designs() { return nullptr; }

Q_SIGNALS:
    /// Requests are answered in their order; every one is.
    void answered(const nestloom::ui::ImportAnswer& answer);
    void kept(quint64 id, const QString& path, const QString& problem); // the file, or one sentence
};

} // namespace nestloom::ui
